// judge_crawl.mjs PROGRAM [wrong]: lets PROGRAM crawl a small site served from here, and reads what it
// wrote with warcio: every record and digest, every body as it was served, every answer once.
//
// With "wrong" one page is remembered otherwise than it was served, to see that the judge notices.
// Exit 0 when nothing differs, 1 otherwise.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { WARCParser } from "warcio";

const [program, mode] = process.argv.slice(2);
const sha256 = (bytes) => "sha256:" + createHash("sha256").update(bytes).digest("hex");
const html = (text) => Buffer.from(`<!DOCTYPE html><title>${text}</title><p>${text.repeat(50)}</p>`);

// -- the site: plain, gzipped and chunked bodies, equal ones, redirects, a dead link, bytes of no text
const pages = new Map();
const links = [];
for (let i = 0; i < 40; ++i) {
  const coded = i % 3 === 1;
  const content = i % 7 === 6 ? html("the same everywhere") : html(`page ${i} `);
  pages.set(`/${i}`, { body: coded ? gzipSync(content) : content, content, coded, chunked: i % 4 === 2, etag: `"${i}"` });
  links.push(`<a href="/${i}">${i}</a>`);
}
const picture = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * i * 31) % 251));
pages.set("/picture", { body: picture, content: picture, type: "image/png", etag: '"p"' });
const front = Buffer.from(links.join("") + '<img src="/picture"><a href="/moved">m</a><a href="/gone">g</a>');
pages.set("/", { body: front, content: front });

let answers = 0;
const server = createServer((request, response) => {
  ++answers;
  const page = pages.get(request.url);
  if (request.url === "/moved") {
    response.writeHead(302, { Location: "/3", "Content-Length": 0 }).end();
  } else if (!page) {
    response.writeHead(404, { "Content-Length": 2 }).end("no");
  } else if (page.etag && request.headers["if-none-match"] === page.etag) {
    response.writeHead(304, { ETag: page.etag }).end();
  } else {
    const head = { "Content-Type": page.type ?? "text/html; charset=utf-8" };
    if (page.etag) head.ETag = page.etag;
    if (page.coded) head["Content-Encoding"] = "gzip";
    if (!page.chunked) head["Content-Length"] = page.body.length;
    response.writeHead(200, head);
    if (page.chunked) response.write(page.body.subarray(0, 100));
    response.end(page.chunked ? page.body.subarray(100) : page.body);
  }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const site = `http://127.0.0.1:${server.address().port}`;

// -- the crawl
const folder = mkdtempSync(join(tmpdir(), "asof-judge-"));
const archive = join(folder, "archive");
const words = ["crawl", site + "/", "--archive", archive, "--delay", "0", "--json", "--free-disk", "0"];
const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
let said = "";
child.stdout.on("data", (piece) => (said += piece));
const code = await new Promise((ended) => child.on("close", ended));
server.close();
server.closeAllConnections?.();

const wrong = [];
const check = (holds, what) => holds || wrong.push(what);
check(code === 0, `the crawl ended with ${code}`);
const ended = said.split("\n").filter((line) => line.startsWith('{"event":"ended"')).map((line) => JSON.parse(line)).pop();

// -- the records
const records = async function* (parseHttp) {
  for (const name of readdirSync(join(archive, "warc")).sort()) {
    const stream = Readable.toWeb(createReadStream(join(archive, "warc", name)));
    for await (const record of new WARCParser(stream, { parseHttp })) yield record;
  }
};
const counts = {};
const ids = new Set();
const refers = [];
for await (const record of records(false)) {
  const block = await record.readFully(false);
  const where = `${record.warcType} of ${record.warcTargetURI}`;
  counts[record.warcType] = (counts[record.warcType] ?? 0) + 1;
  check(block.length === Number(record.warcHeader("Content-Length")), `${where}: ${block.length} bytes were read`);
  check(sha256(block) === record.warcHeader("WARC-Block-Digest"), `${where}: its block has another digest`);
  if (record.warcType === "response") ids.add(record.warcHeader("WARC-Record-ID"));
  if (record.warcType === "revisit") refers.push(record.warcHeader("WARC-Refers-To"));
}
for (const id of refers) check(ids.has(id), `a revisit refers to ${id}, which is no response`);
if (mode === "wrong") pages.get("/5").content = html("another");
let bodies = 0;
for await (const record of records(true)) {
  const content = await record.readFully(true);
  const page = pages.get(new URL(record.warcTargetURI ?? "urn:").pathname);
  if (record.warcType !== "response" || !page) continue;
  ++bodies;
  check(Buffer.compare(Buffer.from(content), page.content) === 0, `${record.warcTargetURI}: another content than was served`);
  check(record.warcPayloadDigest === sha256(page.body), `${record.warcTargetURI}: another payload digest than was served`);
}
check(counts.request === answers, `${counts.request} requests are kept, ${answers} were made`);
check((counts.response ?? 0) + (counts.revisit ?? 0) === answers, `${answers} answers were given, not as many kept`);
check(ended?.visits === answers, `${ended?.visits} visits were reported, ${answers} requests made`);
check(bodies > 30 && refers.length > 30, `only ${bodies} bodies and ${refers.length} revisits`);

rmSync(folder, { recursive: true, force: true });
for (const what of wrong) console.log(what);
console.log(JSON.stringify(counts), `${bodies} bodies compared, ${wrong.length} differences`);
process.exit(wrong.length > 0 ? 1 : 0);
