// replay.mjs FILE.wacz URL TEXT PICTURE.png: opens a WACZ in ReplayWeb.page, in a real browser.
//
// Exit 0 when the page at URL, as replayed, shows TEXT within a minute; 1 when not; 77 when there is
// no Chromium. A screenshot is stored either way: look at it when the test fails.
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium_path, launch_with_profile } from "./chromium.mjs";

const [wacz, url, text, picture] = process.argv.slice(2);
chromium_path();

const viewer = join(dirname(fileURLToPath(import.meta.url)), "node_modules/replaywebpage");
const size = statSync(wacz).size;
const escaped = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const page_text = `<!doctype html><script src="/ui.js"></script><style>html,body{margin:0;height:100%}</style>
<replay-web-page source="/archive.wacz" url="${escaped}" embed="replayonly" replayBase="/replay/"></replay-web-page>`;

// ReplayWeb.page asks for the last 64 KB of files that are shorter, so ranges are clamped to the file.
function range_of(header) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === "") return [Math.max(0, size - Number(last)), size - 1];
  return [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
}

function serve_archive(request, response) {
  const headers = { "Content-Type": "application/wacz", "Accept-Ranges": "bytes" };
  if (!request.headers.range) {
    response.writeHead(200, { ...headers, "Content-Length": size });
    return request.method === "HEAD" ? response.end() : createReadStream(wacz).pipe(response);
  }
  const [start, end] = range_of(request.headers.range);
  headers["Content-Range"] = `bytes ${start}-${end}/${size}`;
  response.writeHead(206, { ...headers, "Content-Length": end - start + 1 });
  return request.method === "HEAD" ? response.end() : createReadStream(wacz, { start, end }).pipe(response);
}

const scripts = { "/ui.js": "ui.js", "/replay/ui.js": "ui.js", "/replay/sw.js": "sw.js" };
const server = createServer((request, response) => {
  const path = request.url.split("?")[0];
  if (path === "/archive.wacz") return serve_archive(request, response);
  if (path === "/") return response.writeHead(200, { "Content-Type": "text/html" }).end(page_text);
  if (!scripts[path]) return response.writeHead(404).end();
  return response.writeHead(200, { "Content-Type": "text/javascript" }).end(readFileSync(join(viewer, scripts[path])));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const profile = mkdtempSync(join(tmpdir(), "asof-replay-"));
const browser = await launch_with_profile(profile);

// The replayed page is in a frame whose address ends in the archived one: .../mp_/https://...
async function replayed_text(page) {
  for (const frame of page.frames()) {
    if (!frame.url().includes("mp_/")) continue;
    const shown = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
    if (shown) return shown;
  }
  return "";
}

let shown = "";
try {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${server.address().port}/`);
  const until = Date.now() + 60_000;
  let asked = Date.now();
  while (!shown.includes(text) && Date.now() < until) {
    await page.waitForTimeout(200);
    shown = await replayed_text(page);
    // On a busy machine the player's worker now and then misses its first page and shows nothing;
    // a reader would load it again.
    if (!shown && Date.now() - asked > 15_000) {
      asked = Date.now();
      await page.reload().catch(() => {});
    }
    // A page that is there and says something else will not change its mind.
    if (shown && !shown.includes(text)) await page.waitForTimeout(2000).then(async () => (shown = await replayed_text(page)));
    if (shown && !shown.includes(text)) break;
  }
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
  rmSync(profile, { recursive: true, force: true });
}
if (!shown.includes(text)) {
  console.log(`replayed, ${url} does not show "${text}" but: ${shown.slice(0, 300) || "nothing"}`);
  process.exit(1);
}
console.log(`replayed, ${url} shows "${text}"`);
