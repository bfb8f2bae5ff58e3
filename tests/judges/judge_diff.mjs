// judge_diff.mjs PROGRAM DIRECTORY [wrong]: lets PROGRAM compare pages made here, and holds what it prints
// to the schemas in DIRECTORY (diff.schema.json, diff.xsd), with a JSON and an XML validator.
//
// With "wrong" one member and one attribute are changed before, to see that the judge notices.
// Exit 0 when everything is valid, 1 otherwise.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { validateXML } from "xmllint-wasm";

const [program, schemas, mode] = process.argv.slice(2);
const dir = mkdtempSync(join(tmpdir(), "judge-diff-"));
process.on("exit", () => rmSync(dir, { recursive: true }));

const section = (name, words) => `<section id="${name}"><h2>${name}</h2><p>${words.repeat(12)}</p>` +
  `<p>See <a href="/${name}">all about ${name}</a> &amp; more.</p><img src="${name}.png" alt="${name}"></section>`;
const pages = {
  "old.html": `<!doctype html><title>Old</title>${section("news", "One two three. ")}${section("sport", "Four five. ")}` +
    `${section("arts", "Six seven eight. ")}<ul><li>a<li>b<li>c</ul>`,
  "new.html": `<!doctype html><title>New "one"</title>${section("arts", "Six seven eight. ")}` +
    `${section("news", "One <b>two</b> four. ")}${section("weather", "Rain\u0001 & <sun>. ")}<ul><li>a<li>c<li>d</ul>`,
  "other.html": "<!doctype html><title>Old</title><p>Nothing is left of it.</p>",
  "a.txt": "one\ntwo\n", "b.txt": "one\nthree\n",
};
for (const [name, text] of Object.entries(pages)) writeFileSync(join(dir, name), text);

const failures = [];
const run = (...words) => {
  const ran = spawnSync(program, ["diff", ...words, "--render", "in-process"], { cwd: dir, encoding: "utf8" });
  if (ran.status !== 0) failures.push(`${words.join(" ")}: exit ${ran.status}: ${ran.stderr}`);
  return ran.stdout;
};
const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(join(schemas, "diff.schema.json"), "utf8")));
const xsd = readFileSync(join(schemas, "diff.xsd"), "utf8");

let judged = 0;
for (const [a, b] of [["old.html", "new.html"], ["new.html", "old.html"], ["old.html", "other.html"], ["old.html", "old.html"], ["a.txt", "b.txt"]]) {
  const json = JSON.parse(run(a, b, "--json"));
  if (mode === "wrong") json.importance = "much";
  if (!validate(json)) failures.push(`${a} ${b} --json: ${JSON.stringify(validate.errors)}`);
  ++judged;
  if (!a.endsWith(".html")) continue;
  let xml = run(a, b, "--xml");
  if (mode === "wrong") xml = xml.replace(' importance="', ' weight="');
  const verdict = await validateXML({ xml: [{ fileName: "diff.xml", contents: xml }], schema: [xsd] });
  if (!verdict.valid) failures.push(`${a} ${b} --xml: ${verdict.errors.map((error) => error.message).join("; ")}`);
  ++judged;
}
console.log(`${judged} answers judged, ${failures.length} invalid`);
for (const line of failures) console.log(line);
process.exit(failures.length === 0 ? 0 : 1);
