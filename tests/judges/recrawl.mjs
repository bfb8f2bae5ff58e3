// recrawl.mjs PROGRAM DIR: lets PROGRAM crawl a small site served from here, changes some pages and lets it
// crawl the site again. Leaves in DIR, for other judges:
//
//   archive/       the archive of both crawls, written for checkers (--chunks remove)
//   recrawl.wacz   the same, exported; one of its files has a name of capitals and a tilde
//   served.json    by URL, what was served in the first crawl and in the second: body and content, in Base64
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [program, folder] = process.argv.slice(2);
const archive = join(folder, "archive");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const filler = "Words that make the page long enough to be worth a reference. ".repeat(8);
const html = (title) => Buffer.from(`<!DOCTYPE html><title>${title}</title><h1>${title}</h1><p>${filler}</p>`);
const page_of = (i, edition) => {
  const content = html(i % 9 === 8 ? "The same everywhere" : `Page ${i}, edition ${edition}`);
  return {
    body: i % 3 === 1 ? gzipSync(content) : content,
    content,
    coded: i % 3 === 1,
    chunked: i % 4 === 2,
    etag: i % 5 === 4 ? undefined : `"${i}-${edition}"`,
  };
};

const pages = new Map();
for (let i = 0; i < 60; ++i) pages.set(`/${i}`, page_of(i, 1));
const front = Buffer.from("<title>Front</title>" + [...pages.keys()].map((path) => `<a href="${path}">${path}</a>`).join(" ") +
  '<a href="/moved">moved</a> <a href="/gone">gone</a> <a href="/broken">broken</a>');
pages.set("/", { body: front, content: front, etag: '"front"' });

const server = createServer((request, response) => {
  const page = pages.get(request.url);
  if (request.url === "/moved") {
    response.writeHead(302, { Location: "/3", "Content-Length": 0 }).end();
  } else if (request.url === "/broken") {
    response.writeHead(403, { "Content-Type": "text/html" }).end(html("Not for you"));
  } else if (!page) {
    response.writeHead(404, { "Content-Type": "text/html" }).end(html("Not here"));
  } else if (page.etag && request.headers["if-none-match"] === page.etag) {
    response.writeHead(304, { ETag: page.etag }).end();
  } else {
    const head = { "Content-Type": "text/html; charset=utf-8" };
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

async function run(...words) {
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((ended) => child.on("close", ended));
  if (code === 0) return;
  console.log(`${words.join(" ")}: ended with ${code}`);
  process.exit(1);
}
const crawl = () => run("crawl", site + "/", "--archive", archive, "--delay", "0", "--chunks", "remove", "--free-disk", "0");

const served = {};
for (const [path, page] of pages)
  served[site + path] = [{ body: page.body.toString("base64"), content: page.content.toString("base64") }];
const boundaries = [Date.now()];
await crawl();
await new Promise((passed) => setTimeout(passed, 1100));
boundaries.push(Date.now());
for (const i of [3, 13, 22, 34]) pages.set(`/${i}`, page_of(i, 2));
await crawl();
for (const [path, page] of pages)
  served[site + path].push({ body: page.body.toString("base64"), content: page.content.toString("base64") });
server.close();
server.closeAllConnections?.();

// A name that a WACZ may not give its resources.
const first = readdirSync(join(archive, "warc")).sort()[0];
renameSync(join(archive, "warc", first), join(archive, "warc", "First~" + first.toUpperCase().replace(".WARC.GZ", ".warc.gz")));
await run("reindex", "--archive", archive, "--no-compare");
await run("export", "wacz", "--archive", archive, "--out", join(folder, "recrawl.wacz"), "--title", "Two crawls");
writeFileSync(join(folder, "served.json"), JSON.stringify({ site, boundaries, served }));
console.log(`${Object.keys(served).length} pages of ${site}, crawled twice`);
