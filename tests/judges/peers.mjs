// peers.mjs PROGRAM DIR [BIN] [wrong]: other tools open what recrawl.mjs left in DIR.
//
// pywb replays every capture of every page, by its own index and by ours, and must give the bytes that were
// served; `warcio check`, `fastwarc check` and `wacz validate` must have no complaint. BIN is the folder of
// these programs (pip install pywb warcio fastwarc wacz); without it they are looked for in PATH. With
// "wrong" one page is remembered otherwise than it was served. Exit 0 yes, 1 no, 77 when a tool is missing.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const [program, folder, bin, mode] = process.argv.slice(2);
const peer = (name) => (bin ? join(bin, name) : name);
for (const name of ["wayback", "wb-manager", "warcio", "fastwarc", "wacz"]) {
  if (!spawnSync(peer(name), ["--help"]).error) continue;
  console.log(`SKIPPED: ${name} is not installed (pip install pywb warcio fastwarc wacz)`);
  process.exit(77);
}

const wrong = [];
const check = (holds, what) => holds || wrong.push(what);
const archive = join(folder, "archive");
const files = readdirSync(join(archive, "warc")).sort().map((name) => join(archive, "warc", name));
const { site, boundaries, served } = JSON.parse(readFileSync(join(folder, "served.json")));
if (mode === "wrong") served[site + "/5"][1].body = Buffer.from("another").toString("base64");

// -- checkers
const warcio = spawnSync(peer("warcio"), ["check", ...files], { encoding: "utf8" });
check(warcio.status === 0 && warcio.stdout === "", `warcio check: ${warcio.stdout.slice(0, 500)}${warcio.stderr.slice(0, 500)}`);

// The digest of a revisit is its original's. FastWARC compares it with the revisit's own, empty payload;
// whatever else it names is a complaint.
let failed = 0;
for (const file of files) {
  const records = gunzipSync(readFileSync(file)).toString("latin1");
  const revisits = new Set();
  for (const [, head] of records.matchAll(/WARC\/1\.1\r\n([\s\S]*?)\r\n\r\n/g))
    if (/^WARC-Profile: .*identical-payload-digest$/m.test(head)) revisits.add(/WARC-Record-ID: (\S+)/.exec(head)[1]);
  const said = spawnSync(peer("fastwarc"), ["check", "-p", file], { encoding: "utf8" });
  const blocks = spawnSync(peer("fastwarc"), ["check", file], { encoding: "utf8" });
  check(!/<urn:uuid/.test(blocks.stdout + blocks.stderr), `fastwarc check ${file}: ${blocks.stdout}`);
  for (const [id] of (said.stdout + said.stderr).matchAll(/<urn:uuid:\S+>/g)) {
    ++failed;
    check(revisits.has(id), `fastwarc check -p ${file}: ${id}`);
  }
  check(/verified|failed/i.test(said.stdout + said.stderr), `fastwarc check -p ${file} says nothing`);
}
const wacz = spawnSync(peer("wacz"), ["validate", "-f", join(folder, "recrawl.wacz")], { encoding: "utf8" });
check(wacz.status === 0 && !/invalid|error/i.test(wacz.stdout + wacz.stderr), `wacz validate: ${wacz.stdout}${wacz.stderr}`);

// -- pywb, with its own index and with ours
const work = mkdtempSync(join(tmpdir(), "asof-peers-"));
const manager = (...words) => spawnSync(peer("wb-manager"), words, { cwd: work, encoding: "utf8" });
for (const name of ["theirs", "ours"]) manager("init", name);
manager("add", "theirs", ...files);
for (const file of files) copyFileSync(file, join(work, "collections/ours/archive", file.split("/").pop()));
const lines = spawnSync(program, ["export", "cdxj", "--archive", archive], { encoding: "utf8" }).stdout;
mkdirSync(join(work, "collections/ours/indexes"), { recursive: true });
writeFileSync(join(work, "collections/ours/indexes/index.cdxj"), lines);

const port = await new Promise((ready) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => ready(port));
  });
});
const player = spawn(peer("wayback"), ["-p", String(port), "-b", "127.0.0.1"], { cwd: work, stdio: "ignore" });
const get = (path) => new Promise((done) => {
  const request = ask({ host: "127.0.0.1", port, path, agent: false, headers: { "Accept-Encoding": "gzip" } }, (response) => {
    const pieces = [];
    response.on("data", (piece) => pieces.push(piece));
    response.on("end", () => done({ status: response.statusCode, body: Buffer.concat(pieces) }));
    response.on("error", () => done({ status: 0, body: Buffer.alloc(0) }));
  });
  request.on("error", () => done({ status: 0, body: Buffer.alloc(0) }));
  request.end();
});
for (let i = 0; i < 150 && (await get("/")).status === 0; ++i) await new Promise((passed) => setTimeout(passed, 200));

const at = (timestamp) => Date.parse(timestamp.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z"));
let captures = 0;
let revisits = 0;
const seen = new Set();
for (const line of lines.split("\n")) {
  const [, timestamp, json] = /^\S+ (\d{14}) (.*)$/.exec(line) ?? [];
  const { url, mime } = json ? JSON.parse(json) : {};
  if (!served[url] || seen.has(timestamp + url)) continue;
  seen.add(timestamp + url);
  ++captures;
  if (mime === "warc/revisit") ++revisits;
  const edition = at(timestamp) + 999 < boundaries[1] ? 0 : 1;
  for (const collection of ["theirs", "ours"]) {
    const { status, body } = await get(`/${collection}/${timestamp}id_/${url}`);
    const right = Buffer.compare(body, Buffer.from(served[url][edition].body, "base64")) === 0;
    check(status === 200 && right, `pywb, ${collection}, ${timestamp} ${url}: ${status}, ${body.length} bytes, another body than was served`);
  }
}
player.kill();
rmSync(work, { recursive: true, force: true });
check(captures >= 2 * Object.keys(served).length && revisits > 50, `only ${captures} captures, ${revisits} revisits`);

for (const what of wrong) console.log(what);
console.log(`${captures} captures (${revisits} revisits) replayed twice, ${failed} revisits that FastWARC cannot judge, ${wrong.length} complaints`);
process.exit(wrong.length > 0 ? 1 : 0);
