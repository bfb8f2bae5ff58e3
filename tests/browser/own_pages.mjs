// Pages whose scripts make addresses, and other pages that are hard to replay.
//
// A page notes what it found out in `checks`. The test compares them, and the picture, with the living page: the same
// answers, served by proxy(). site.test has the pages, cdn.test what they load from elsewhere.
import { gzipSync } from "node:zlib";

// A red square of 8 by 8 pixels, as a bitmap.
function square() {
  const bitmap = Buffer.alloc(54 + 192, 0);
  bitmap.write("BM"); bitmap.writeUInt32LE(bitmap.length, 2); bitmap.writeUInt32LE(54, 10);
  bitmap.writeUInt32LE(40, 14); bitmap.writeInt32LE(8, 18); bitmap.writeInt32LE(8, 22);
  bitmap.writeUInt16LE(1, 26); bitmap.writeUInt16LE(24, 28);
  for (let at = 54; at < bitmap.length; at += 3) bitmap.writeUIntBE(0x2020c0, at, 3);
  return bitmap;
}
const kPixel = square();
const kCdn = "http://cdn.test";

// Two seconds of a tone, long enough to be asked for in ranges.
function tone() {
  const rate = 44100, samples = rate * 2, wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0); wav.writeUInt32LE(36 + samples * 2, 4); wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16); wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22); wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28); wav.writeUInt16LE(2, 32); wav.writeUInt16LE(16, 34);
  wav.write("data", 36); wav.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++) wav.writeInt16LE(Math.round(9000 * Math.sin(i / 16)), 44 + i * 2);
  return wav;
}

const kCheck = `
const checks = {}, waits = [];
const check = (name, what) => waits.push(Promise.resolve().then(typeof what === 'function' ? what : () => what)
  .then((v) => { checks[name] = v; }, (e) => { checks[name] = 'failed: ' + e.name; }));
const text = (url, o) => fetch(url, o).then((r) => r.text());
const loaded = (e) => new Promise((done) => {
  if (e.complete && e.naturalWidth) return done('loaded');
  e.addEventListener('load', () => done('loaded')); e.addEventListener('error', () => done('not loaded'));
});
const box = () => document.body.appendChild(document.createElement('div'));
addEventListener('load', async () => {
  for (let n = -1; n !== waits.length;) { n = waits.length; await Promise.all(waits); }
  document.body.append(Object.assign(document.createElement('pre'), {textContent:
    Object.keys(checks).sort().map((k) => k + ': ' + checks[k]).join('\\n')}));
  window.checks = checks;
});`;
const page = (title, body, head = "") => `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>
<script src="/check.js"></script>${head}</head><body><h1>${title}</h1>${body}</body></html>`;

const kPages = {
  "requests": page("Requests", `<script>
    const cdn = '${kCdn}';
    check('fetch relative', () => text('data.txt'));
    check('fetch absolute', () => text('http://site.test/data.txt'));
    check('fetch elsewhere', () => text(cdn + '/data.txt'));
    check('fetch without scheme', () => text('//cdn.test/data.txt'));
    check('fetch with credentials', () => text(cdn + '/data.txt', {credentials: 'include'}));
    check('fetch URL object', () => text(new URL('/data.txt', cdn)));
    check('fetch Request', () => text(new Request(cdn + '/data.txt')));
    check('fetch Request with credentials', () => text(new Request(cdn + '/data.txt', {credentials: 'include'})));
    check('fetch what is not there', () => fetch('/nothing').then((r) => r.status));
    check('fetch with a query', () => text('/data.txt?a=1&b=%20x'));
    const xhr = (url, sync, f) => new Promise((done) => { const x = new XMLHttpRequest(); x.open('GET', url, !sync); if (f) f(x);
      x.onloadend = () => done(x.status + ' ' + x.responseText); x.send(); if (sync) done(x.status + ' ' + x.responseText); });
    check('xhr', () => xhr('/data.txt'));
    check('xhr elsewhere', () => xhr(cdn + '/data.txt'));
    check('xhr at once', () => xhr(cdn + '/data.txt', true));
    check('xhr with credentials', () => xhr(cdn + '/data.txt', false, (x) => { x.withCredentials = true; }));
    check('post', () => text('/answer', {method: 'POST', body: 'q=hello', headers: {'Content-Type': 'application/x-www-form-urlencoded'}}));
    check('beacon', () => navigator.sendBeacon(cdn + '/beacon', 'x'));
    check('socket', () => new Promise((done) => { new WebSocket('ws://cdn.test/socket').onclose = (e) => done('closed ' + e.code); }));
    check('event source', () => new Promise((done) => { const s = new EventSource(cdn + '/events');
      s.onmessage = (e) => { s.close(); done(e.data); }; s.onerror = () => done('error'); }));
  </script>`),
  "images": page("Images", `<p id="here"></p><script>
    const at = (n) => '${kCdn}/' + n + '.png', pixel = () => box().appendChild(new Image());
    check('src', () => { const i = pixel(); i.src = at(1); return loaded(i); });
    check('setAttribute', () => { const i = pixel(); i.setAttribute('src', at(2)); return loaded(i); });
    check('srcset', () => { const i = pixel(); i.srcset = at(3) + ' 1x, ' + at(4) + ' 2x'; return loaded(i); });
    check('detached', () => { const i = new Image(); i.src = '//cdn.test/5.png'; return loaded(i); });
    check('innerHTML', () => { const b = box(); b.innerHTML = '<img src=' + at(6) + '>'; return loaded(b.firstChild); });
    check('insertAdjacentHTML', () => { const b = box(); b.insertAdjacentHTML('beforeend', '<p><img src="' + at(7) + '"></p>');
      return loaded(b.querySelector('img')); });
    check('outerHTML', () => { const b = box(); b.innerHTML = '<i></i>'; b.firstChild.outerHTML = '<img src="' + at(8) + '">'; return loaded(b.firstChild); });
    check('attribute node', () => { const i = pixel(), a = document.createAttribute('src'); a.value = at(9); i.setAttributeNode(a); return loaded(i); });
    check('parsed', () => { const d = new DOMParser().parseFromString('<img src="' + at(10) + '">', 'text/html');
      return loaded(box().appendChild(document.adoptNode(d.querySelector('img')))); });
    check('fragment', () => loaded(box().appendChild(document.createRange().createContextualFragment('<img src="' + at(11) + '">').firstChild)));
    check('shadow', () => { const s = box().attachShadow({mode: 'open'}); s.innerHTML = '<img src="' + at(12) + '">'; return loaded(s.firstChild); });
    check('picture', () => { const b = box(); b.innerHTML = '<picture><source srcset="' + at(13) + '"><img src="' + at(14) + '"></picture>';
      return loaded(b.querySelector('img')); });
    check('svg', () => { const s = 'http://www.w3.org/2000/svg', e = document.createElementNS(s, 'svg'), i = document.createElementNS(s, 'image');
      i.setAttribute('width', 8); i.setAttribute('height', 8); e.setAttribute('width', 8); e.setAttribute('height', 8);
      i.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', at(15)); e.append(i); box().append(e); return loaded(i); });
    check('style', () => { const b = box(); b.style.cssText = 'width:8px;height:8px;background:url(' + at(16) + ')'; return 'see the picture'; });
    check('style property', () => { const b = box(); b.style.width = b.style.height = '8px'; b.style.backgroundImage = 'url(' + at(17) + ')'; });
    check('set property', () => { const b = box(); b.style.width = b.style.height = '8px'; b.style.setProperty('background', 'url(' + at(18) + ')'); });
    check('sheet', () => { const s = document.head.appendChild(document.createElement('style')); s.textContent = '.sheet{width:8px;height:8px;background:url(' + at(19) + ')}';
      box().className = 'sheet'; });
    check('rule', () => { const s = document.head.appendChild(document.createElement('style')); s.sheet.insertRule('.rule{width:8px;height:8px;background:url(' + at(20) + ')}');
      box().className = 'rule'; });
    check('constructed sheet', () => { const s = new CSSStyleSheet(); s.replaceSync('.made{width:8px;height:8px;background:url(' + at(21) + ')}');
      document.adoptedStyleSheets = [s]; box().className = 'made'; });
    check('text node in a sheet', () => { const s = document.createElement('style'); s.appendChild(document.createTextNode('.node{width:8px;height:8px;background:url(' + at(22) + ')}'));
      document.head.append(s); box().className = 'node'; });
    check('link', () => new Promise((done) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = '${kCdn}/late.css';
      l.onload = () => done('loaded'); l.onerror = () => done('not loaded'); document.head.append(l); box().className = 'late'; }));
    check('lazy', () => { const b = box(); b.innerHTML = '<img data-src="' + at(23) + '">'; const i = b.firstChild; i.src = i.dataset.src; return loaded(i); });
    document.write('<img id="written" src="' + at(24) + '"><scr' + 'ipt src="${kCdn}/script.js"></scr' + 'ipt>');
    check('written', () => loaded(document.getElementById('written')));
    check('script written', () => window.fromCdn);
    check('read back', () => { const a = document.createElement('a'); a.href = '/x'; return a.getAttribute('href'); });
    check('script added', () => new Promise((done) => { const s = document.createElement('script'); s.src = '//cdn.test/second.js';
      s.onload = () => done(window.second); s.onerror = () => done('not loaded'); document.body.append(s); }));
  </script>`),
  "modules": page("Modules", `<script type="importmap">{"imports": {"thing": "${kCdn}/thing.mjs", "near/": "/near/"}}</script>
    <script type="module">
    import {name} from 'thing'; import near from 'near/one.mjs'; import {relative} from './relative.mjs';
    check('import map', name); check('import map prefix', near); check('relative', relative);
    check('import()', import('./relative.mjs').then((m) => m.relative));
    check('import() by name', import('thing').then((m) => m.name));
  </script><script type="module" src="${kCdn}/main.mjs"></script>`),
  "modules-plain": page("Modules without a map", `<script type="module">
    import {other} from '${kCdn}/other.mjs';
    check('absolute import', other);
    check('import() elsewhere', import('${kCdn}/thing.mjs').then((m) => m.name));
  </script>`),
  "styles": page("Styles", `<p class="font">Font from elsewhere</p><p class="imported">Imported</p><p class="set"></p>
    <p style="background:url(${kCdn}/30.png);height:20px"></p><table background="${kCdn}/31.png"><tr><td>cell</table>
    <script>check('font', () => document.fonts.load('20px Far').then((f) => f.map((x) => x.status).join()));
    check('sheet can be read', () => document.querySelector('link[crossorigin]').sheet.cssRules.length);</script>`,
    `<link rel="stylesheet" href="${kCdn}/style.css"><link rel="stylesheet" crossorigin href="${kCdn}/second.css">
    <link rel="preconnect" href="https://fonts.test"><link rel="dns-prefetch" href="//fonts.test">
    <style>@import "${kCdn}/third.css"; .set{height:20px;background:image-set("${kCdn}/32.png" 1x)}</style>`),
  "base": page("Base", `<img id="one" src="33.png"><img id="two" src="/34.png"><a id="link" href="there.html">link</a>
    <script>check('one', loaded(one)); check('two', loaded(two)); check('fetch', () => text('data.txt'));
    check('image', () => { const i = box().appendChild(new Image()); i.src = '35.png'; return loaded(i); });</script>`,
    `<base href="${kCdn}/deep/">`),
  "frames": page("Frames", `<script>
    const ready = (id) => new Promise((done) => document.addEventListener('load', (e) => { if (e.target.id === id) done(e.target); }, true));
    check('near', ready('near').then((f) => f.contentDocument.body.textContent.trim()));
    check('far', ready('far').then((f) => { try { return f.contentDocument ? 'read' : 'closed'; } catch (e) { return e.name; } }));
    check('doc', ready('doc').then((f) => loaded(f.contentDocument.getElementById('i'))));
    check('message', new Promise((done) => addEventListener('message', (e) => { if (e.data.far) done(e.data.far + ' from ' + e.origin); })));
    check('asked', ready('far').then((f) => new Promise((done) => { addEventListener('message', (e) => { if (e.data.reply) done(e.data.reply); });
      f.contentWindow.postMessage('ask', '*'); })));
  </script><iframe src="/inner.html" id="near"></iframe><iframe src="${kCdn}/inner.html" id="far"></iframe>
    <iframe id="doc" srcdoc="<p>srcdoc <img id=i src='${kCdn}/36.png'></p>"></iframe><iframe id="made"></iframe>
    <object data="${kCdn}/picture.svg" type="image/svg+xml" width="60" height="60"></object>
    <embed src="/picture.svg" type="image/svg+xml" width="60" height="60">
    <svg width="60" height="60"><image xlink:href="${kCdn}/37.png" width="30" height="30"/><use href="/picture.svg#dot"/></svg><script>
    check('made', () => { const d = made.contentDocument; d.open(); d.write('<p>written <img src="${kCdn}/38.png"></p>'); d.close(); return loaded(d.querySelector('img')); });
    check('set later', () => new Promise((done) => { const f = document.createElement('iframe'); f.onload = () => done('loaded'); f.src = '${kCdn}/inner.html'; document.body.append(f); }));
  </script>`),
  "media": page("Media", `<audio id="sound" controls src="${kCdn}/tone.wav" preload="auto"></audio><script>
    check('plays from the middle', new Promise((done) => { sound.addEventListener('loadedmetadata', () => { sound.currentTime = 1.5; });
      sound.addEventListener('seeked', () => done(sound.duration + ' ' + sound.currentTime)); sound.addEventListener('error', () => done('error')); }));
    check('range', () => fetch('${kCdn}/tone.wav', {headers: {Range: 'bytes=4-7'}}).then((r) => r.arrayBuffer().then((b) => r.status + ' ' + b.byteLength)));
  </script>`),
  "workers": page("Workers", `<script>
    const asked = (w) => new Promise((done) => { w.onmessage = (e) => done(e.data); w.onerror = (e) => done('error'); w.postMessage('go'); });
    check('worker', () => asked(new Worker('/worker.js')));
    check('worker elsewhere', () => asked(new Worker(URL.createObjectURL(new Blob(["importScripts('${kCdn}/imported.js'); onmessage = () => postMessage(imported)"])))));
    check('module worker', () => asked(new Worker('/worker.mjs', {type: 'module'})));
    check('page is here', () => 'yes');
  </script>`),
  "state": page("State", `<script>
    check('storage', () => { localStorage.setItem('a', '1'); sessionStorage.setItem('b', '2'); return localStorage.a + sessionStorage.b; });
    check('cookie', () => { document.cookie = 'c=3; path=/; domain=site.test'; return document.cookie; });
    check('push', () => { history.pushState({}, '', '/state/deep'); const s = location.pathname; history.replaceState({}, '', '/state.html'); return s; });
    check('push absolute', () => { history.pushState({}, '', 'http://site.test/state/other'); const s = location.pathname; history.replaceState({}, '', '/state.html'); return s; });
    check('link', () => { const a = document.createElement('a'); a.href = 'http://site.test/p'; return a.pathname; });
    check('own message', () => new Promise((done) => { addEventListener('message', (e) => done(e.data + ' from ' + e.origin)); postMessage('m', 'http://site.test'); }));
    check('title', () => { document.title = 'Changed'; return document.title; });
  </script>`),
  "application": page("Application", `<main id="app">...</main><script>
    check('rendered', async () => { const d = await fetch('/items.json').then((r) => r.json());
      app.innerHTML = d.map((x) => '<article><img src="' + x.image + '"><a href="' + x.link + '">' + x.name + '</a></article>').join('');
      return (await Promise.all([...app.querySelectorAll('img')].map(loaded))).join(); });
  </script>`),
  "policy": page("Policies of the page itself", `<img id="one" src="${kCdn}/39.png" referrerpolicy="no-referrer"><script>check('one', loaded(one));</script>`,
    `<meta name="referrer" content="no-referrer"><meta http-equiv="Content-Security-Policy" content="img-src http://cdn.test">`),
};

const kCors = { "Access-Control-Allow-Origin": "http://site.test", "Access-Control-Allow-Credentials": "true" };
const plain = (url, type, body, more = {}) => ({ url, type, body, headers: kCors, ...more });
const site = (path, type, body, more = {}) => plain("http://site.test" + path, type, body, more);
const cdn = (path, type, body, more = {}) => plain(kCdn + path, type, body, more);
const kHtml = "text/html", kScript = "text/javascript", kCss = "text/css";

// Pages that are of another kind than UTF-8 HTML with a 200.
const kOthers = [
  site("/latin.html", "text/html; charset=windows-1252", Buffer.from("<title>Latin</title><p>caf\xe9 <a href='/caf\xe9'>\x93quoted\x94</a>", "latin1")),
  site("/japan.html", "text/html; charset=shift_jis", Buffer.from("<title>Japan</title><p>\x93\xfa\x96\x7b\x8c\xea <img src=http://cdn.test/40.png>", "latin1")),
  site("/wide.html", kHtml, Buffer.from("\ufeff<title>Wide</title><p>wide: \u65e5\u672c <img src='http://cdn.test/41.png'>", "utf16le")),
  site("/strict.xhtml", "application/xhtml+xml", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Strict</title>
    <style>p { color: #a00 }</style></head><body><p>strict &amp; <img src="http://cdn.test/42.png" alt="" /></p><script>//<![CDATA[
    document.body.appendChild(document.createElement('hr')); //]]></script></body></html>`),
  site("/compressed.html", kHtml, gzipSync("<title>Compressed</title><p>was sent compressed <img src=http://cdn.test/43.png>"), { headers: { "Content-Encoding": "gzip" } }),
  site("/untyped", undefined, "<!doctype html><title>Untyped</title><h1>No type was sent</h1><img src=http://cdn.test/44.png>", { headers: {} }),
  site("/moved", kHtml, "", { status: 301, headers: { Location: "http://site.test/state.html" } }),
  site("/missing", kHtml, "<title>Missing</title><h1>The site's own page for what is not there</h1>", { status: 404 }),
  site("/plain.txt", "text/plain", "plain <b>text</b>\nhttp://cdn.test/\n"),
  site("/frameset.html", kHtml, `<title>Set</title><frameset cols="50%,50%"><frame src="/inner.html"><frame src="${kCdn}/inner.html"></frameset>`),
  site("/refresh.html", kHtml, `<title>Refresh</title><meta http-equiv="refresh" content="0; url=http://site.test/styles.html"><p>going`),
  site("/picture.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="60">
    <circle id="dot" cx="40" cy="40" r="15" fill="#08a"/><image xlink:href="${kCdn}/45.png" width="20" height="20"/></svg>`),
  site("/leave.html", kHtml, "<title>Leaves</title><p>leaving<script>addEventListener('load', () => { location.href = 'http://site.test/styles.html'; })</script>"),
];

const kParts = [
  site("/check.js", kScript, kCheck),
  site("/data.txt", "text/plain", "near data"), site("/data.txt?a=1&b=%20x", "text/plain", "queried"),
  site("/answer", "text/plain", "answered", { method: "POST", sent: "q=hello" }),
  site("/form-answer", kHtml, "<title>Answer</title><h1>The answer to a form</h1>", { method: "POST", sent: "word=asked" }),
  site("/form.html", kHtml, `<title>Form</title><h1>Form</h1><form method="post" action="http://site.test/form-answer"><input name="word" value="asked"><button>Send</button></form>`),
  site("/items.json", "application/json", JSON.stringify([1, 2, 3].map((n) => ({ name: "Item " + n, image: `${kCdn}/5${n}.png`, link: `http://site.test/${n}` })))),
  site("/near/one.mjs", kScript, "export default 'near';"), site("/relative.mjs", kScript, "export const relative = 'relative';"),
  site("/worker.js", kScript, "importScripts('/imported.js'); onmessage = async () => postMessage([imported, await (await fetch('/data.txt')).text(), " +
    "await fetch('http://cdn.test/data.txt').then((r) => r.text(), (e) => e.name)].join());"),
  site("/worker.mjs", kScript, "import {relative} from './relative.mjs'; onmessage = () => postMessage(relative);"),
  site("/imported.js", kScript, "self.imported = 'near import';"),
  site("/inner.html", kHtml, `<title>Inner</title><p>near inner</p>`),
  cdn("/inner.html", kHtml, `<title>Far</title><p>far inner<script>parent.postMessage({far: 'hello'}, '*');
    addEventListener('message', (e) => { if (e.data === 'ask') e.source.postMessage({reply: 'told ' + e.origin}, '*'); })</script>`),
  cdn("/picture.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="50" height="50" fill="#a60"/></svg>`),
  cdn("/data.txt", "text/plain", "far data"), cdn("/deep/data.txt", "text/plain", "deep data"), cdn("/beacon", "text/plain", "", { method: "POST", sent: "x" }),
  cdn("/events", "text/event-stream", "data: event\n\n"), cdn("/tone.wav", "audio/wav", tone()),
  cdn("/script.js", kScript, "window.fromCdn = 'far script';"), cdn("/second.js", kScript, "window.second = 'second script';"),
  cdn("/imported.js", kScript, "self.imported = 'far import';"),
  cdn("/thing.mjs", kScript, "export const name = 'thing';"), cdn("/other.mjs", kScript, "export const other = 'other';"),
  cdn("/main.mjs", kScript, "import {name} from './thing.mjs'; import('/other.mjs').then((m) => { checks['far module'] = name + ' ' + m.other; });"),
  cdn("/style.css", kCss, `@font-face{font-family:Far;src:url(font.ttf)} .font{font:20px Far} @import "${kCdn}/ignored.css"; body{background:#fafaff url(/46.png) repeat-y}`),
  cdn("/second.css", kCss, `@import url("${kCdn}/third.css"); h1{color:#048;background:url("//cdn.test/47.png")}`),
  cdn("/third.css", kCss, ".imported{color:#080;border:2px solid}"),
  cdn("/late.css", kCss, ".late{width:8px;height:8px;background:url(48.png)}"),
  cdn("/deep/33.png", "image/bmp", kPixel), cdn("/deep/35.png", "image/bmp", kPixel), site("/deep/there.html", kHtml, "there"),
  ...Array.from({ length: 60 }, (_, n) => cdn(`/${n}.png`, "image/bmp", kPixel)),
];

// All answers; `font` is the content of some font file.
export const own_answers = (font) => [
  ...Object.entries(kPages).map(([name, body]) => site(`/${name}.html`, kHtml, body)), ...kOthers, ...kParts,
  cdn("/font.ttf", "font/ttf", font)];

// Addresses to open. Of those in `checked`, the script says what it found.
export const checked = Object.keys(kPages).map((name) => `http://site.test/${name}.html`);
export const others = kOthers.map((one) => one.url);
