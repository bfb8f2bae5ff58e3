// write_fixture.mjs FILE.warc.gz: a small WARC written by warcio, for our readers to agree with.
//
// Each record is there for one reason, which its URL names. Dates and record identifiers are fixed, so
// the file is the same each time.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { WARCRecord, WARCSerializer } from "warcio";

const profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
const page = (text) => `<!doctype html><title>${text}</title><h1>${text}</h1>\n`;

async function* bytes(text) {
  yield new TextEncoder().encode(text);
}

let serial = 0;
function record(type, url, text, more = {}) {
  serial += 1;
  const id = `<urn:uuid:00000000-0000-4000-8000-${String(serial).padStart(12, "0")}>`;
  const options = {
    type,
    url,
    date: `2024-05-01T10:00:${String(serial).padStart(2, "0")}Z`,
    warcVersion: "WARC/1.1",
    warcHeaders: { "WARC-Record-ID": id, ...more.warcHeaders },
    ...(type === "response" || type === "revisit" || type === "request"
      ? { statusline: more.statusline ?? "HTTP/1.1 200 OK", httpHeaders: more.httpHeaders ?? { "Content-Type": "text/html" } }
      : {}),
  };
  return WARCRecord.create(options, text === null ? undefined : bytes(text));
}

const records = [
  await WARCRecord.createWARCInfo({ filename: "fixture.warc.gz", warcVersion: "WARC/1.1", date: "2024-05-01T10:00:00Z",
    warcHeaders: { "WARC-Record-ID": "<urn:uuid:00000000-0000-4000-8000-000000000000>" } }, { software: "a test fixture" }),
  record("response", "https://www.example.com/", page("Front page")),
  record("response", "https://example.com/Upper/Case?b=2&a=1", page("Sorted and lowered")),
  record("response", "https://example.com/trailing/", page("Trailing slash")),
  record("response", "https://example.com:443/port", page("Default port")),
  record("response", "https://example.com/missing", page("Not here"), { statusline: "HTTP/1.1 404 Not Found" }),
  record("response", "https://example.com/moved", "", { statusline: "HTTP/1.1 301 Moved Permanently",
    httpHeaders: { Location: "https://example.com/", "Content-Type": "text/plain" } }),
  record("response", "https://example.com/charset", page("Charset"), { httpHeaders: { "Content-Type": "text/html; charset=utf-8" } }),
  record("response", "https://example.com/no-type", "bytes", { httpHeaders: { Server: "x" } }),
  record("response", "https://example.com/caf%C3%A9", page("Percent")),
  record("response", "https://example.com/chunked", "5\r\nhello\r\n0\r\n\r\n", {
    httpHeaders: { "Content-Type": "text/plain", "Transfer-Encoding": "chunked" } }),
  record("response", "https://sub.domain.example.co.uk/", page("Suffix")),
  record("revisit", "https://www.example.com/", null, { warcHeaders: { "WARC-Profile": profile,
    "WARC-Payload-Digest": "sha256:" + createHash("sha256").update(page("Front page")).digest("hex"),
    "WARC-Refers-To-Target-URI": "https://www.example.com/", "WARC-Refers-To-Date": "2024-05-01T10:00:01Z" } }),
  record("resource", "https://example.com/resource.txt", "a resource\n", { warcHeaders: { "Content-Type": "text/plain" } }),
  record("metadata", "https://example.com/", "via: https://example.com/seed\r\n", {
    warcHeaders: { "Content-Type": "application/warc-fields" } }),
];

const out = createWriteStream(process.argv[2]);
for (const one of records) out.write(await WARCSerializer.serialize(one, { gzip: true }));
await new Promise((done) => out.end(done));
