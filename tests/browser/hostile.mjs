// hostile.mjs PROGRAM FOLDER: archived pages that attack. Each attempt must fail, and nothing may leave the archive.
//
// Chromium with a profile, as a reader has it. Exit 0 yes, 1 no, 77 where there is no browser.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium_path, launch_as_reader } from "../chromium.mjs";
import { proxy, write_warc } from "./web.mjs";
import { free_addresses, run, serve } from "./archive.mjs";
import { hostile_answers, kGoingNames, kMarkup } from "./hostile_pages.mjs";

const [program, folder] = process.argv.slice(2);
chromium_path();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const [own, replay] = await free_addresses();
write_warc(join(folder, "hostile.warc.gz"), hostile_answers("http://" + own, "http://" + replay));
await run(program, ["import", "--archive", join(folder, "archive"), "--no-compare", join(folder, "hostile.warc.gz")]);
const archive = await serve(program, join(folder, "archive"), own, ["--replay-listen", replay]);
const kAt = "20240301120000";
// A page of the living web, which wants to read the archive, is there only while it is tested.
let living = null;
const guard = await proxy((url) => archive.route(url) ?? (living && url.startsWith("http://live.test/") ? living : undefined));
const context = await launch_as_reader(join(folder, "profile"), { proxy: { server: guard.address } });

let failures = 0;
function expect(what, holds, but = "") {
  console.log(`${holds ? "ok   " : "FAULT"} ${what}${holds ? "" : ": " + but}`);
  if (!holds) failures += 1;
}
const reading = (url, at = kAt) => `${archive.url}/read/${archive.collection}/${at}/${url}`;

// Opens an attacking page and waits for what it says; `attempts` is null where it is gone.
async function attack(url, at) {
  const page = await context.newPage();
  const hits = [];
  page.on("dialog", (dialog) => { hits.push(dialog.message()); dialog.dismiss(); });
  await page.goto(reading(url, at));
  const frame = async () => (await page.$("#frame")).contentFrame();
  const attempts = await (await frame()).waitForFunction(() => window.attempts, null, { timeout: 6_000 }).then((h) => h.jsonValue()).catch(() => null);
  return { page, attempts, frame };
}
const stays = (page) => page.url().startsWith(archive.url + "/read/") ? "" : page.url();

async function reaching() {
  const { page, attempts } = await attack("http://evil.test/reach.html");
  expect("the attacking page ends its attempts", attempts !== null);
  for (const [name, outcome] of Object.entries(attempts ?? {}))
    expect(`attempt: ${name}`, outcome.startsWith("refused") || (name.startsWith("navigate") && outcome === "got sent") || outcome === "nothing came", outcome);
  expect("the reading page is still there", stays(page) === "", page.url());
  expect("no window was opened", context.pages().length === 2, context.pages().map((one) => one.url()).join());
  const framed = page.frames().filter((one) => one !== page.mainFrame() && (one.url().startsWith(archive.url) || one.url().includes("live.test")));
  expect("no frame shows the archive's own pages", framed.length === 0, framed.map((one) => one.url()).join());
  const cookies = await context.cookies();
  expect("no cookie is kept", cookies.length === 0, JSON.stringify(cookies));
  const shown = await page.evaluate(() => document.getElementById("blocked").textContent);
  expect("the reading page says that requests were stopped", /requests? to the live web w/.test(shown), shown);
  await page.close();
}

async function going() {
  const before = context.pages().length;
  const attacks = await Promise.all(kGoingNames.map((name) => attack(`http://evil.test/${name}.html`)));
  expect("no page that goes opens another", context.pages().length === before + attacks.length, context.pages().map((one) => one.url()).join());
  for (const [n, { page, attempts, frame }] of attacks.entries()) {
    const at = (await frame())?.url() ?? "";
    expect(`${kGoingNames[n]} stays in the archive`, stays(page) === "" && !at.startsWith(archive.url) && !at.includes("//live.test"), `${page.url()} ${at}`);
    expect(`${kGoingNames[n]} gets nothing`, Object.values(attempts ?? {}).every((one) => !one.startsWith("got")), JSON.stringify(attempts));
    await page.close();
  }
}

async function keeping() {
  const watching = await attack("http://victim.test/look.html");
  const { page, attempts, frame } = await attack("http://evil.test/leave.html");
  expect("a page can keep things for itself", attempts?.leave === "got left", JSON.stringify(attempts));
  const heard = await (await watching.frame()).evaluate(() => window.heard.length);
  expect("no channel reaches another site", heard === 0);
  await (await frame()).evaluate(() => { location.href = "http://victim.test/look.html"; });
  const at_victim = await page.waitForFunction(() => document.getElementById("url").value.includes("victim"), null, { timeout: 5000 }).catch(() => null);
  expect("a page can lead to another", at_victim !== null);
  const found = { "in the same frame": await (await frame()).waitForFunction(() => window.attempts).then((h) => h.jsonValue()) };
  for (const [who, url, at] of [["another site", "http://victim.test/look.html", kAt], ["the same site at another time", "http://evil.test/look.html", "20240601120000"]]) {
    const other = await attack(url, at);
    found[who] = other.attempts;
    await other.page.close();
  }
  for (const [who, what] of Object.entries(found))
    for (const [name, outcome] of Object.entries(what ?? { none: "no answer" }))
      expect(`${who} finds nothing: ${name}`, /^got (null|0|)$/.test(outcome), outcome);
  await page.close();
  await watching.page.close();
}

async function forging() {
  const { page } = await attack("http://evil.test/forge.html");
  await page.waitForFunction(() => document.getElementById("badge").textContent !== "...");
  const said = await page.evaluate(() => ({ address: document.getElementById("url").value, title: document.title, hit: window.hit,
    images: document.querySelectorAll("img").length, why: document.getElementById("blocked").textContent }));
  expect("a page cannot pass for another site", said.address === "http://evil.test/forge.html" && page.url().includes("/http://evil.test/forge.html"), said.address + page.url());
  expect("messages put no markup into the reading page", said.hit === undefined && said.images === 0, JSON.stringify(said));
  await page.close();
}

async function names() {
  const addresses = [reading(kMarkup), reading(kMarkup).replace("/read/", "/around/"), `${archive.url}/${archive.collection}/*/${kMarkup}`,
    `${archive.url}/${archive.collection}/*/http://evil.test/*`, archive.url + "/", reading(kMarkup.replace("evil.test", "none.test")),
    `${archive.url}/%3Cscript%3Ehit=1%3C/script%3E`, `${archive.url}/read?url=%22%3E%3Cscript%3Ehit=1%3C/script%3E`];
  for (const address of addresses) {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const seen = await page.evaluate(() => ({ hit: window.hit, foreign: document.querySelectorAll("img, script:not([src^='/static/'])").length }));
    expect(`names are text on ${new URL(address).pathname.slice(0, 40)}`, seen.hit === undefined && seen.foreign === 0, JSON.stringify(seen));
    await page.close();
  }
}

async function by_path() {
  const page = await context.newPage();
  await page.goto(`${archive.replay}/${archive.collection}/${kAt}mp_/http://evil.test/path.html`);
  const attempts = await page.waitForFunction(() => window.attempts, null, { timeout: 6000 }).then((h) => h.jsonValue()).catch(() => ({}));
  expect("a page by path ends its attempts", Object.keys(attempts).length >= 8, JSON.stringify(attempts));
  for (const [name, outcome] of Object.entries(attempts)) expect(`by path: ${name}`, outcome.startsWith("refused"), outcome);
  await page.close();
  const direct = await context.newPage();
  await direct.goto(archive.replay.replace("127.0.0.1", `t${kAt}-evil-test.localhost`) + "/leave.html");
  expect("an archived page that is opened by itself comes in the reading page", stays(direct) === "", direct.url());
  await direct.goto(reading("http://victim.test/") + "#part");
  await direct.waitForFunction(() => location.href.endsWith("#part") && document.getElementById("frame").src.endsWith("/#part"));
  await direct.close();
}

// A page of the living web that the reader has open must not read what is in the archive.
async function from_outside() {
  const there = archive.replay.replace("127.0.0.1", `t${kAt}-victim-test.localhost`) + "/";
  living = { url: "http://live.test/attack", type: "text/html", body: `<title>x</title><iframe src="${reading("http://victim.test/")}"></iframe><script>
    window.found = fetch(${JSON.stringify(there)}).then((r) => r.text(), (e) => 'refused');</script>` };
  const page = await context.newPage();
  await page.goto(living.url);
  const found = await page.evaluate(() => window.found);
  expect("the living web cannot read archived pages", found === "refused", found.slice(0, 100));
  expect("the living web cannot frame the reading page", !page.frames().some((one) => one.url().startsWith(archive.url)), page.frames().map((one) => one.url()).join());
  await page.close();
  living = null;
}

try {
  for (const part of [reaching, going, keeping, forging, names, by_path, from_outside])
    await part().catch((error) => expect(part.name, false, error.message));
} finally {
  await context.close();
  guard.close();
  await archive.stop();
}
// A browser connects to whatever a page hints at, and no policy of the page keeps it from that.
const hinted = guard.refused.filter((one) => one === "CONNECT hint.test:443");
const others = guard.refused.filter((one) => one !== "CONNECT hint.test:443");
console.log(`${hinted.length} connections were begun for hints, which cannot be helped`);
expect("no request left the archive", others.length === 0, others.join(", "));
console.log(`${failures} faults`);
process.exit(failures ? 1 : 0);
