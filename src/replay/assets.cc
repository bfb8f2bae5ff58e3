#include <algorithm>
#include <array>
#include <string>

#include "replay/assets_internal.h"

namespace asof::replay {
namespace {

// What several pages need: asking the archive, words and colours of verdicts.
constexpr std::string_view kCommon = R"js('use strict';
const body = document.body.dataset;
const byId = (id) => document.getElementById(id);
const ask = async (name, values) => {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  const reply = await fetch('/api/v1/' + name + '?' + query);
  if (!reply.ok) throw new Error(reply.status);
  return reply.json();
};
const words = {certain: '● proven', possibly: '◔ possibly', likely: '◐ likely', conflict: '✖ in conflict',
  unknown: '○ not known', alone: '● as captured'};
const say = (advice) => advice.probability == null ? words[advice.verdict] || advice.verdict
  : words[advice.verdict] + ' (' + Math.round(100 * advice.probability) + ' %)';
const date = (text) => text ? text.replace('T', ' ').replace(/(\.\d+)?Z$/, '') : '';
const digits = (text) => text.replace(/\D/g, '').slice(0, 14).padEnd(14, '0');
const readAddress = (url, at) => '/read/' + body.collection + '/' + at + '/' + url;
)js";

constexpr std::string_view kRead = R"js(
const frame = byId('frame');
let here = {url: body.url, at: null};    // the page in the frame, and the time of its capture
let before = null;                       // the page its reader came from
let versions = [];
let arrivals = 0;
const blocked = new Map();               // what was stopped, and how often
let stopped = 0;

// What an origin of the frame stands for; src/rewrite/label.h says how it is written. Only the browser can say which
// origin a message is from, so this is what can be believed of it.
function read_label(origin) {
  const form = /^https?:\/\/t(\d{14})[nrfpl]?(?:x(\d+))?(s?)(?:c(\d+))?(v?)-([^.]+)$/;
  const found = origin.endsWith(body.frames) && form.exec(origin.slice(0, -body.frames.length));
  if (!found) return null;
  const [, at, version, secure, port, six, name] = found;
  const host = six ? '[' + name.replaceAll('-', ':') + ']' : name.replace(/--?/g, (x) => x === '-' ? '.' : '-');
  return {at, version: version && digits(new Date(1000 * version).toISOString()),
    origin: new URL('http' + secure + '://' + host + (port ? ':' + port : '')).origin};
}
function origin_of(url) {
  try {
    const {origin, username, password} = new URL(url);
    return username || password ? '' : origin;
  } catch (error) { return ''; }
}

const current = () => {
  const at = here.at || body.at;
  let found = -1;
  versions.forEach((version, i) => { if (digits(version.first) <= at) found = i; });
  return found;
};
const open = (version) => { location.href = readAddress(here.url, digits(version.first)) + '?policy=' + body.policy; };

function draw() {
  const box = byId('timeline');
  box.replaceChildren();
  if (!versions.length) return;
  const time = (text) => Date.parse(text);
  const first = time(versions[0].first), last = time(versions[versions.length - 1].last);
  const place = (t) => last > first ? 1 + 98 * (t - first) / (last - first) : 50;
  const now = current();
  versions.forEach((version, i) => {
    const mark = document.createElement('button');
    mark.type = 'button';
    mark.tabIndex = -1;
    const size = 8 + 14 * (version.importance ?? .3);
    mark.className = i === now ? 'mark here' : 'mark';
    if (version.status >= 400) mark.classList.add('error');
    mark.style.left = place(time(version.first)) + '%';
    mark.style.height = size + 'px';
    mark.title = date(version.first) + ' to ' + date(version.last) + ', seen ' + version.captures + ' times';
    mark.addEventListener('click', () => open(version));
    box.append(mark);
  });
  byId('previous').disabled = now <= 0;
  byId('next').disabled = now < 0 || now >= versions.length - 1;
  box.setAttribute('aria-valuemin', 1);
  box.setAttribute('aria-valuemax', versions.length);
  box.setAttribute('aria-valuenow', now + 1);
  box.setAttribute('aria-valuetext', 'version ' + (now + 1) + ' of ' + versions.length);
}

function explain(advice) {
  const badge = byId('badge');
  badge.textContent = say(advice);
  badge.className = advice.verdict;
  byId('sentence').textContent = advice.sentence;
  const rows = (advice.candidates || []).map((one) => {
    const row = document.createElement('tr');
    if (one.chosen) row.className = 'chosen';
    const cells = [date(one.first) + ' to ' + date(one.last),
      one.probability == null ? one.words || '' : Math.round(100 * one.probability) + ' %',
      one.chosen ? 'shown' : ''];
    for (const text of cells) row.append(Object.assign(document.createElement('td'), {textContent: text}));
    return row;
  });
  byId('candidates').replaceChildren(...rows);
}

function sayParts(parts) {
  const text = parts.parts.length === 0 ? 'This page has no parts in the archive.'
    : 'Its ' + parts.parts.length + ' parts were captured between ' + date(parts.earliest) + ' and ' +
      date(parts.latest) + ': ' + parts.sentence;
  byId('span').textContent = text;
}

async function tint() {
  const on = byId('tint').checked;
  const colours = {};
  if (on) for (const link of (await ask('links', {url: here.url, at: here.at || body.at})).links) colours[link.url] = link.verdict;
  frame.contentWindow.postMessage({asof: 'tint', colours}, '*');
}

// What the archive shows at an address with this time, unless the address itself says.
const captured = async (url) => digits((await ask('explain', {url, at: body.at, policy: body.policy})).at);

async function arrive() {
  const turn = ++arrivals;
  const asked = here;
  byId('url').value = asked.url;
  byId('proof').textContent = '';
  const now = (then) => (value) => { if (turn === arrivals) then(value); };
  try {
    asked.at = asked.at || await captured(asked.url);
    const advice = await ask('explain', {url: asked.url, at: body.at, shown: asked.at, policy: body.policy,
      from: before && before.url, from_at: before && before.at});
    now(explain)(digits(advice.at) === asked.at ? advice
      : {...advice, verdict: 'unknown', probability: null, sentence: 'Another version than the one shown fits best here.'});
  } catch (error) {
    now(explain)({verdict: 'unknown', sentence: 'There is no capture of this address in the archive.'});
  }
  const at = asked.at || body.at;
  now(() => {
    byId('around').href = '/around/' + body.collection + '/' + at + '/' + asked.url;
    byId('captures').href = '/' + body.collection + '/*/' + asked.url;
    byId('raw').href = '/' + body.collection + '/' + at + 'id_/' + asked.url;
  })();
  ask('versions', {url: asked.url}).then(now((answer) => { versions = answer.versions; draw(); })).catch(() => {});
  ask('parts', {url: asked.url, at}).then(now(sayParts)).catch(() => {});
}

function say_blocked() {
  const line = byId('blocked'), first = [...blocked.keys()][0];
  line.hidden = stopped === 0;
  line.textContent = stopped === 1 ? '1 request to the live web was stopped: ' + first
    : stopped + ' requests to the live web were stopped, such as ' + first;
  const mark = byId('stopped');
  mark.hidden = stopped === 0;
  mark.textContent = stopped;
}
function note_blocked(url) {
  stopped += 1;
  const text = String(url).slice(0, 500);
  if (blocked.size < 100 || blocked.has(text)) blocked.set(text, (blocked.get(text) || 0) + 1);
  say_blocked();
}

// The server never sees what stands behind '#'.
if (location.hash && !frame.src.includes('#')) frame.src += location.hash;
addEventListener('message', (event) => {
  const label = read_label(event.origin), told = event.data;
  if (!event.origin.endsWith(body.frames) || !told || typeof told !== 'object') return;
  if (told.asof === 'blocked') note_blocked(told.url);
  if (told.asof === 'begin' && event.source === frame.contentWindow) {
    stopped = 0;
    blocked.clear();
    say_blocked();
  }
  if (told.asof !== 'here' || typeof told.url !== 'string' || event.source !== frame.contentWindow) return;
  // A page says where it is; that it is of this site and time, the browser says.
  const believed = label ? label.origin === origin_of(told.url)
    : event.origin === new URL(frame.src).origin && origin_of(told.url) === origin_of(body.url);
  if (!believed) return;
  const [url, fragment] = told.url.split(/(?=#)/);
  if (url !== here.url && here.at) before = here;
  here = {url, at: label ? label.version : null};
  if (label && label.at !== body.at) {
    body.at = label.at;
    byId('at').value = label.at.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
  }
  history.replaceState(null, '', readAddress(url, body.at) + '?policy=' + body.policy + (fragment || ''));
  document.title = String(told.title || url).slice(0, 200) + ' as of ' + byId('at').value;
  byId('tint').checked = false;
  arrive();
});
document.addEventListener('securitypolicyviolation', (event) => {
  if (event.effectiveDirective !== 'frame-src') return;
  note_blocked(event.blockedURI);
  const line = byId('blocked');
  line.textContent = 'The page wanted to leave the archive, to ' + event.blockedURI + '. ';
  line.append(Object.assign(document.createElement('a'), {href: readAddress(event.blockedURI, body.at), textContent: 'Show it from the archive'}));
  byId('why').hidden = false;
});
byId('badge').addEventListener('click', () => {
  const why = byId('why');
  why.hidden = !why.hidden;
  byId('badge').setAttribute('aria-expanded', String(!why.hidden));
});
const step = (by) => { const to = versions[current() + by]; if (to) open(to); };
byId('previous').addEventListener('click', () => step(-1));
byId('next').addEventListener('click', () => step(1));
addEventListener('keydown', (event) => {
  if (event.target.matches('input, select, textarea')) return;
  if (event.key === 'ArrowLeft') step(-1);
  if (event.key === 'ArrowRight') step(1);
  if (event.key === 'Escape') { byId('why').hidden = true; byId('badge').setAttribute('aria-expanded', 'false'); }
});
byId('tint').addEventListener('change', tint);
byId('prove').addEventListener('submit', async (event) => {
  event.preventDefault();
  const out = byId('proof');
  out.textContent = '...';
  try {
    const answer = await ask('prove', {url: here.url, at: here.at || body.at, phrase: byId('phrase').value});
    out.textContent = answer.sentence;
    out.className = answer.verdict;
  } catch (error) { out.textContent = 'This could not be answered (' + error.message + ').'; }
});
arrive();
)js";

constexpr std::string_view kAround = R"js(
(async () => {
  const ring = byId('ring');
  const answer = await ask('links', {url: body.url, at: body.at});
  document.querySelector('#middle figcaption').textContent = date(answer.at);
  const shown = answer.links.slice(0, 12);
  for (const link of shown) {
    const figure = document.createElement('figure');
    figure.className = link.verdict;
    const caption = document.createElement('figcaption');
    const words = document.createElement('a');
    words.href = readAddress(link.url, body.at);
    words.textContent = link.url.replace(/^https?:\/\//, '');
    caption.append(words, document.createElement('br'), date(link.at), ' ', say(link));
    if (link.frame) {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', '');
      frame.setAttribute('loading', 'lazy');
      frame.setAttribute('referrerpolicy', 'no-referrer');
      frame.tabIndex = -1;
      frame.title = link.url;
      frame.src = link.frame;
      figure.append(frame);
    }
    figure.append(caption);
    ring.append(figure);
  }
  if (!answer.links.length) byId('more').textContent = 'This page links to no page of the archive.';
  else if (answer.links.length > shown.length || answer.missing)
    byId('more').textContent = (answer.links.length - shown.length) + ' more links are in the archive, ' + answer.missing + ' are not.';
})();
)js";

constexpr std::string_view kStyle =
    R"css(:root{color-scheme:light dark;--ground:#fff;--ink:#1a1d21;--quiet:#5d6670;--line:#cfd6dd;--bar:#f3f5f7;
--proven:#14713c;--likely:#8a5a00;--conflict:#b3261e;--unknown:#5d6670}
@media(prefers-color-scheme:dark){:root{--ground:#16191d;--ink:#e7eaee;--quiet:#9aa4ae;--line:#3a424b;--bar:#1f242a;
--proven:#5fd08f;--likely:#f0b44c;--conflict:#ff8a80;--unknown:#9aa4ae}}
*{box-sizing:border-box}body{margin:0;font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
body.reading{display:flex;flex-direction:column;height:100vh;height:100dvh}
header{background:var(--bar);border-bottom:1px solid var(--line);padding:6px 10px}
form#go{display:flex;gap:6px;align-items:center;flex-wrap:wrap}#url{flex:1 1 16em;min-width:10em}
input,select,button{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:5px;padding:3px 8px;min-height:30px}
button{cursor:pointer}button:disabled{opacity:.4;cursor:default}:focus-visible{outline:2px solid #3b82f6;outline-offset:1px}
.home{font-weight:700;color:inherit;text-decoration:none;padding:0 6px}
nav{display:flex;gap:6px;align-items:center;margin-top:6px}
#timeline{position:relative;flex:1;height:30px;border-bottom:2px solid var(--line);min-width:6em}
.mark{position:absolute;bottom:0;width:7px;min-height:0;padding:0;border:0;border-radius:3px 3px 0 0;background:var(--quiet);transform:translateX(-50%)}
.mark.here{background:#3b82f6;width:11px}.mark.error{background:var(--conflict)}
#stopped{color:var(--conflict);font-weight:600}#stopped::before{content:"\26d4 "}#badge{font-weight:600;white-space:nowrap}.certain,.alone,.present{color:var(--proven)}.likely,.possibly{color:var(--likely)}.conflict,.absent{color:var(--conflict)}.unknown{color:var(--unknown)}
#why{border-bottom:1px solid var(--line);padding:8px 14px;max-height:45vh;overflow:auto}#why p{margin:.3em 0}#why[hidden]{display:none}
.tools{display:flex;gap:16px;flex-wrap:wrap}table{border-collapse:collapse;margin-top:6px}caption{text-align:left;color:var(--quiet)}
th,td{text-align:left;padding:2px 14px 2px 0;border-bottom:1px solid var(--line)}tr.chosen{font-weight:600}
#frame{flex:1;width:100%;border:0;background:#fff}a{color:#2563eb}@media(prefers-color-scheme:dark){a{color:#8ab4f8}}
.start main,.around main,.start header,.around header{max-width:70em;margin:auto;padding:10px 16px}.start header,.around header{background:none;border:0}
.quiet{color:var(--quiet)}h1{font-size:1.3em;overflow-wrap:anywhere}h2{font-size:1.1em}.start form{display:flex;gap:8px;flex-wrap:wrap;align-items:center}.start #url{flex:1 1 18em}
figure{margin:0;border:4px solid var(--unknown);border-radius:8px;overflow:hidden;background:var(--bar)}
figure.certain{border-color:var(--proven)}figure.likely,figure.possibly{border-color:var(--likely)}figure.conflict{border-color:var(--conflict);border-style:double}
figure.unknown{border-style:dashed}figcaption{padding:4px 8px;font-size:13px;overflow-wrap:anywhere;color:var(--ink)}
figure iframe{width:400%;height:640px;border:0;transform:scale(.25);transform-origin:0 0;margin-bottom:-480px;background:#fff;pointer-events:none}
#middle{max-width:34em;margin:0 auto 18px;border-color:#3b82f6}#middle iframe{width:200%;transform:scale(.5);margin-bottom:-320px}
#ring{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:14px}
@media(max-width:640px){#at{flex:1 1 9em}#policy{flex:1 1 8em}th,td{padding-right:8px}}
)css";

struct Joined {
  // Scripts have what is common before them.
  std::string read = std::string(kCommon) + std::string(kRead);
  std::string around = std::string(kCommon) + std::string(kAround);
};

}  // namespace

const Asset* find_asset(std::string_view name) {
  static const Joined joined;
  static const std::array<Asset, 3> assets = {
      {{"read.js", "text/javascript; charset=utf-8", joined.read},
       {"around.js", "text/javascript; charset=utf-8", joined.around},
       {"read.css", "text/css; charset=utf-8", kStyle}}};
  const auto* found = std::ranges::find(assets, name, &Asset::name);
  return found == assets.end() ? nullptr : found;
}

}  // namespace asof::replay
