// replayed.mjs PROGRAM SHARED FOLDER: archived pages of many kinds in Chromium, beside the living pages.
//
// No request may leave the archive, pages must load what the living ones load, and their scripts must find the same.
// Pictures of both stay in FOLDER. Exit 0 yes, 1 no, 77 where there is no browser.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium_path, launch, launch_firefox } from "../chromium.mjs";
import { close, proxy, write_warc } from "./web.mjs";
import { run, serve, serve_folder } from "./archive.mjs";
import { checked, others, own_answers } from "./own_pages.mjs";
import { difference, new_context, open_living, open_replayed } from "./visit.mjs";
import { kCorpora, kDocuments, kHistories } from "./selection.mjs";

const [program, shared, folder] = process.argv.slice(2);
chromium_path();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const archive_folder = join(folder, "archive");

const font = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";
const answers = own_answers(existsSync(font) ? readFileSync(font) : "none");
write_warc(join(folder, "own.warc.gz"), answers);

// What is opened: {url, at, living?, has_checks?}.
const pages = [
  ...checked.map((url) => ({ url, at: "20240301120000", living: true, has_checks: true })),
  ...others.map((url) => ({ url, at: "20240301120000", living: true })),
];
const files = [join(folder, "own.warc.gz")];
for (const { file, at, urls } of [...kHistories, ...kCorpora]) {
  const path = join(shared, file);
  if (!existsSync(path)) { console.log(`there is no ${path}: its pages are left out`); continue; }
  files.push(path);
  pages.push(...urls.map((url) => ({ url, at })));
}
await run(program, ["import", "--archive", archive_folder, "--no-compare", ...files]);

const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const sites = [];
for (const { at: place, paths } of kDocuments) {
  if (!existsSync(place)) { console.log(`there is no ${place}: its pages are left out`); continue; }
  const site = await serve_folder(place);
  sites.push(site.server);
  const urls = paths.map((path) => site.address + path);
  await run(program, ["crawl", ...urls, "--archive", archive_folder, "--scope", "page", "--delay", "0s", "--revisit", "none",
    "--speculative", "--no-compare"]);
  pages.push(...urls.map((url) => ({ url, at: "20991231", living: true, direct: true })));
}

const archive = await serve(program, archive_folder);
const guard = await proxy(archive.route);
const by_url = new Map(answers.filter((one) => !one.method).map((one) => [one.url, one]));
const posts = new Map(answers.filter((one) => one.method).map((one) => [one.url, one]));
const web = await proxy((url, method) => {
  if (new URL(url).hostname === "127.0.0.1") return Number(new URL(url).port);
  return (method === "GET" ? by_url : posts).get(url) ?? { status: 404, type: "text/plain", body: "none" };
});

const browser = await launch();
const replay_context = await new_context(browser, guard);
const living_context = await new_context(browser, web);
const blank = await (await browser.newContext()).newPage();

const kMostDiffering = 0.002;
let failures = 0;
const found = new Map();  // by address, what its scripts found
// A busy machine may draw or load a part of a page too late for its picture. What is wrong is wrong each time.
const kTries = 3;
async function judge(one, n, tries = kTries) {
  const name = String(n).padStart(2, "0") + "-" + one.url.replace(/^https?:\/\//, "").replace(/[^a-z0-9.]+/gi, "_").slice(0, 60);
  const picture = join(folder, name + ".png"), living_picture = join(folder, name + ".living.png");
  const was = await open_replayed(replay_context, archive, { ...one, picture });
  found.set(one.url, was.checks);
  const faults = [];
  if (was.failed) faults.push(was.failed);
  // Without a script that was not captured, others fail as they would on the web.
  const lacks_scripts = !one.living && was.missing.some((url) => /\.js\b|script|\.php/.test(url));
  if (!lacks_scripts) faults.push(...was.errors.map((text) => "uncaught: " + text));
  faults.push(...was.blocked.map((url) => "blocked: " + url));
  let share = null;
  if (one.living && !was.failed) {
    const is = await open_living(living_context, { ...one, size: was.size, picture: living_picture });
    for (const error of is.errors) { const at = faults.indexOf("uncaught: " + error); if (at >= 0) faults.splice(at, 1); }
    for (const key of ["title", "images", "broken", "sheets"])
      if (was[key] !== is[key]) faults.push(`${key}: ${was[key]}, living ${is[key]}`);
    for (const [key, value] of Object.entries(is.checks ?? {}))
      if (was.checks?.[key] !== value) faults.push(`${key}: "${was.checks?.[key]}", living "${value}"`);
    if (one.has_checks && !is.checks) faults.push("the living page did not end its checks");
    if (!is.checks && was.text !== is.text) faults.push(`text: "${was.text.slice(0, 80)}", living "${is.text.slice(0, 80)}"`);
    share = await difference(blank, readFileSync(picture), readFileSync(living_picture));
    if (share > kMostDiffering) faults.push(`${(100 * share).toFixed(2)} % of the picture differ`);
  }
  const complaints = was.complaints.filter((text) => !/status of 40[0-9]|ERR_ABORTED|as a plugin/.test(text));
  faults.push(...complaints.map((text) => "console: " + text.slice(0, 300)));
  if (faults.length && tries > 1) return judge(one, n, tries - 1);
  console.log(`${faults.length ? "FAULT" : "ok   "} ${one.url}: ${was.images} images, ${was.broken} broken, ${was.sheets} sheets, ` +
    `${was.asked.length} requests, badge "${was.said?.badge}"${share === null ? "" : `, ${(100 * share).toFixed(3)} % differ`}`);
  for (const fault of new Set(faults)) console.log("        " + fault);
  if (was.said?.blocked) console.log("        said: " + was.said.blocked);
  if (faults.length) failures += 1;
}

// Firefox opens some of them: no request leaves, and what scripts find is what they find in Chromium.
async function judge_in_firefox() {
  const firefox = await launch_firefox();
  if (!firefox) return console.log("Firefox is not installed: its five pages are left out");
  const context = await new_context(firefox, guard);
  const five = ["requests", "images", "styles", "frames", "application"].map((name) => `http://site.test/${name}.html`);
  for (const one of pages.filter(({ url }) => five.includes(url))) {
    let faults, was;
    for (let tries = kTries; tries > 0 && faults?.length !== 0; --tries) {
      faults = [];
      was = await open_replayed(context, archive, one).catch((error) => ({ failed: error.message }));
      if (was.failed) faults.push(was.failed);
      for (const [key, value] of Object.entries(was.checks ?? { none: "no checks" }))
        if (found.get(one.url)?.[key] !== value) faults.push(`${key}: "${value}", in Chromium "${found.get(one.url)?.[key]}"`);
    }
    console.log(`${faults.length ? "FAULT" : "ok   "} in Firefox: ${one.url}: ${was.images} images, badge "${was.said?.badge}"`);
    for (const fault of faults) console.log("        " + fault);
    if (faults.length) failures += 1;
  }
  await firefox.close();
}

try {
  const queue = pages.map((one, n) => [one, n]);
  const failed = (one) => (error) => { failures += 1; console.log(`FAULT ${one.url}: ${error.message}`); };
  const again = (next) => () => judge(...next, 1);
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      await judge(...next).catch(again(next)).catch(failed(next[0]));
  };
  await Promise.all([work(), work(), work()]);
  await judge_in_firefox();
} finally {
  await browser.close();
  guard.close(); web.close();
  sites.forEach(close);
  await archive.stop();
}
if (guard.refused.length) console.log("left the archive: " + guard.refused.join(", "));
console.log(`${pages.length} pages, ${failures} with faults, ${guard.refused.length} requests left the archive`);
process.exit(failures || guard.refused.length || pages.length < 25 ? 1 : 0);
