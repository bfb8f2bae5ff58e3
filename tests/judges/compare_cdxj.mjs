// compare_cdxj.mjs PROGRAM CONFORMANCE.md PATH...: `PROGRAM index FILE` against warcio, line by line, for
// each WARC file given or lying in a directory given (files named invalid-* have no agreed index).
//
// Lines are paired by their offset, then compared field by field. A difference passes only when one of
// the rules below explains it, and every rule must be described in CONFORMANCE.md under its name.
// Exit 0 when every difference is explained, 1 otherwise, 77 when a path does not exist.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { warcio_lines } from "./warcio_cdxj.mjs";

const bare = (digest) => digest?.replace(/^[a-z0-9-]+:/i, "");
const host_of = (url) => /^[a-z]+:\/\/([^/:?#]*)/i.exec(url ?? "")?.[1] ?? "";

// Percent-encoding undone until nothing changes, as SURT keys want it.
function decoded(text) {
  for (let before = ""; before !== text;) {
    before = text;
    try {
      text = decodeURIComponent(text).toLowerCase();
    } catch {
      return text;
    }
  }
  return text;
}

// What a key is made of, whatever the order of its query.
const parts = (key) => decoded(key).split(/[?&]/).sort().join("\n");

// Each takes {field, ours, theirs, our_line, their_line, file} and says whether it explains the difference.
const rules = [
  { name: "digest-label", explains: (d) => d.field === "digest" && bare(d.ours) === bare(d.theirs) },
  { name: "digest-computed", explains: (d) => d.field === "digest" && d.ours && d.theirs === undefined },
  { name: "trailing-slash", explains: (d) => d.field === "key" && d.ours === d.theirs.replace(/\/(\?|$)/, "$1") },
  { name: "percent-decoded", explains: (d) => d.field === "key" && parts(d.ours) === parts(d.theirs) },
  { name: "ip-address", explains: (d) => d.field === "key" && /^[\d.]+$/.test(host_of(d.our_line.url)) },
  { name: "other-schemes", explains: (d) => d.field === "key" && !/^https?:/i.test(d.our_line.url) },
  { name: "numbers", explains: (d) => String(d.ours) === String(d.theirs) },
  { name: "plain-length", explains: (d) => d.field === "length" && d.file.endsWith(".warc") && d.ours - d.theirs === 4 },
  { name: "media-type-only", explains: (d) => d.field === "mime" && d.ours === d.theirs?.split(";")[0] },
  { name: "dns", explains: (d) => /^(mime|status)$/.test(d.field) && d.our_line?.mime === "text/dns" },
  { name: "crawl-notes", explains: (d) => !d.our_line && d.their_line.mime === "text/anvl" },
  { name: "head-not-read", explains: (d) => /^(mime|status)$/.test(d.field) && d.our_line?.status &&
      d.their_line?.status === undefined && d.their_line.mime?.startsWith("application/http") },
];

// Files of the corpora that warcio cannot judge, with the reason's name.
const left_out = {
  "example-bad-non-chunked.warc.gz": "one-member",
  "skip-non-open.warc.gz": "one-member",
  "example-trunc.warc": "damaged",
  "example-wrong-chunks.warc.gz": "damaged",
  "valid-warcfile-contenttype-continuation.warc": "continuation",
  "valid-warcfile-upper-lower-case.warc": "odd-fields",
};

// Nothing for a line without key or timestamp, which warcio writes for records without URL or date.
function parse(line) {
  const [, key, timestamp, json] = /^(.*?) (\d{14,17}) (\{.*\})$/.exec(line) ?? [];
  return json && key !== "undefined" ? { key, timestamp, ...JSON.parse(json) } : undefined;
}

const by_offset = (lines) => new Map(lines.map(parse).filter(Boolean).map((line) => [String(line.offset), line]));

const [program, page, ...paths] = process.argv.slice(2);
const missing = paths.find((path) => !existsSync(path));
if (missing) {
  console.log(`SKIPPED: ${missing} is not there`);
  process.exit(77);
}
const files = paths.flatMap((path) => !statSync(path).isDirectory() ? [path]
  : readdirSync(path).filter((name) => /\.warc(\.gz)?$/.test(name) && !name.startsWith("invalid-"))
      .filter((name) => !left_out[name]).map((name) => join(path, name)));
const explained = new Map(rules.map((rule) => [rule.name, 0]));
const unexplained = [];
let same = 0;

function compare(file, field, our_line, their_line) {
  const difference = { field, ours: our_line?.[field], theirs: their_line?.[field], our_line, their_line, file };
  if (difference.ours === difference.theirs) return;
  const rule = rules.find((one) => one.explains(difference));
  if (rule) return explained.set(rule.name, explained.get(rule.name) + 1);
  unexplained.push(`${basename(file)} at ${(our_line ?? their_line).offset}: ${field} is ${difference.ours} for us, ` +
    `${difference.theirs} for warcio`);
}

const fields = ["key", "timestamp", "url", "mime", "status", "digest", "length", "offset", "filename"];
for (const file of files) {
  // Exit code 1 is a damaged file, indexed as far as it can be read.
  const ran = spawnSync(program, ["index", file], { encoding: "utf8", maxBuffer: 1 << 30 });
  if (ran.status !== 0 && ran.status !== 1) unexplained.push(`${basename(file)}: exit ${ran.status}: ${ran.stderr}`);
  const ours = by_offset(ran.stdout.split("\n").filter(Boolean));
  const theirs = by_offset(await warcio_lines(file));
  for (const offset of new Set([...ours.keys(), ...theirs.keys()])) {
    const before = unexplained.length;
    if (!ours.has(offset) || !theirs.has(offset)) compare(file, "offset", ours.get(offset), theirs.get(offset));
    else for (const field of fields) compare(file, field, ours.get(offset), theirs.get(offset));
    if (unexplained.length === before) same += 1;
  }
}

const text = readFileSync(page, "utf8");
for (const name of [...explained.keys(), ...Object.values(left_out)]) {
  if (!text.includes(`\`${name}\``)) unexplained.push(`${basename(page)} does not describe the difference ${name}`);
}
console.log(`${files.length} files, ${same} lines agree; explained: ` +
  [...explained].map(([name, count]) => `${name} ${count}`).join(", "));
for (const line of unexplained) console.log(line);
process.exit(unexplained.length === 0 && same > 0 ? 0 : 1);
