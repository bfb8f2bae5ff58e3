// warcio_cdxj.mjs FILE...: warcio's CDXJ of WARC files, in the order of the records, up to the point
// where warcio gives up.
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { CDXIndexer } from "warcio";

export async function warcio_lines(file) {
  const lines = [];
  const indexer = new CDXIndexer({ format: "cdxj" });
  const inputs = [{ filename: basename(file), reader: Readable.toWeb(createReadStream(file)) }];
  try {
    for await (const entry of indexer.iterIndex(inputs)) lines.push(indexer.serializeCDXJ(entry).trimEnd());
  } catch (error) {
    console.error(`warcio stops in ${file}: ${error.message}`);
  }
  return lines;
}

if (process.argv[1].endsWith("warcio_cdxj.mjs")) {
  for (const file of process.argv.slice(2)) {
    for (const line of await warcio_lines(file)) console.log(line);
  }
}
