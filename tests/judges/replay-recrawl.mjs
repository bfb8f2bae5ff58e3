// replay-recrawl.mjs DIR PICTURE.png: opens what recrawl.mjs left in DIR in ReplayWeb.page: a page that was
// answered 304 the last time, one that was compressed, and one that changed, must show their text.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, picture] = process.argv.slice(2);
const { site } = JSON.parse(readFileSync(join(folder, "served.json")));
const replay = join(dirname(fileURLToPath(import.meta.url)), "replay.mjs");
const pages = { "/0": "Page 0, edition 1", "/7": "Page 7, edition 1", "/3": "Page 3, edition 2" };
for (const [path, text] of Object.entries(pages)) {
  const words = [replay, join(folder, "recrawl.wacz"), site + path, text, picture];
  // On a busy machine the player may look for an original before it has read the whole index.
  let status = 1;
  for (let tries = 3; tries > 0 && status !== 0 && status !== 77; --tries)
    ({ status } = spawnSync(process.execPath, words, { stdio: "inherit" }));
  if (status !== 0) process.exit(status ?? 1);
}
