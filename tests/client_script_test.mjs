// client_script_test.mjs FOLDER LABELS: runs the script of replayed pages (src/rewrite) in a page made
// of little more than its prototypes, and looks at what reaches the browser's own functions.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import vm from 'node:vm';

const [folder, labelFile] = process.argv.slice(2);
// As client_script.cc puts it together.
const part = (name) => fs.readFileSync(`${folder}/client_${name}.inc`, 'utf8').replace(/^R"js\(/, '').replace(/\)js"\n$/, '');
const script = `function client(w, c) {${['map', 'elements', 'page'].map(part).join('')}}
client(window, JSON.parse(document.currentScript.dataset.asof));`;

const kHost = {mode: 'host', u: 'https://own.org/d/p', t: '20220601000000', s: 'http', d: '.localhost:8080',
  p: 'http://localhost:8080/web/', m: '', r: 'http://localhost:8080'};
const kPath = {mode: 'path', u: 'https://own.org/d/p', t: '20220601000000', p: '/web/', m: 'mp_', r: ''};

// A window in which every browser function notes what it was given.
function open(config, address) {
  const asked = [];
  const posted = [];
  const listeners = {};
  const note = (name) => (...a) => { asked.push([name, ...a]); return name === 'open' ? null : undefined; };
  class Element extends EventTarget {
    constructor(tag) { super(); this.tagName = tag; this.attributes = {}; }
    getAttribute(n) { return n in this.attributes ? this.attributes[n] : null; }
    setAttribute(n, v) { this.attributes[n] = v; }
    setAttributeNS(ns, n, v) { this.attributes[n] = v; }
    insertAdjacentHTML(at, s) { this.inserted = s; }
    // "<TAG name=value>" and nothing else.
    set innerHTML(s) {
      this.children = [...s.matchAll(/<(\w+) ([\w:]+)="([^"]*)">/g)].map(([, tag, n, v]) => {
        const e = new Element(tag.toUpperCase());
        e.attributes[n] = v;
        return e;
      });
      this.html = s;
    }
    get innerHTML() {
      const tags = (this.children || []).map((e) => Object.entries(e.attributes)
        .map(([n, v]) => `<${e.tagName.toLowerCase()} ${n}="${v}">`));
      return tags.join('') || this.html;
    }
    get content() {
      return this.tagName === 'TEMPLATE' ? {querySelectorAll: () => this.children} : undefined;
    }
  }
  const window = {EventTarget, Event, URL, Element, setTimeout, asked, posted};
  const typed = (name, property) => {
    const type = window[name] || class extends Element {};
    Object.defineProperty(type.prototype, property, {
      configurable: true,
      get() { return this.attributes[property]; },
      set(v) { this.attributes[property] = v; },
    });
    window[name] = type;
  };
  typed('HTMLImageElement', 'src');
  typed('HTMLImageElement', 'srcset');
  typed('HTMLAnchorElement', 'href');
  typed('HTMLAnchorElement', 'target');
  Object.assign(window, {
    fetch: note('fetch'), open: note('open'), postMessage: note('postMessage'),
    XMLHttpRequest: class { open(...a) { asked.push(['xhr', ...a]); } },
    EventSource: class { constructor(...a) { asked.push(['EventSource', ...a]); } },
    Request: class { constructor(...a) { asked.push(['Request', ...a]); } },
    MutationObserver: class { constructor(f) { window.mutated = f; } observe() {} },
    MessageEvent: class { get origin() { return this.from; } },
    RTCPeerConnection: class {},
    navigator: {sendBeacon: note('beacon')},
    history: {pushState: note('pushState'), replaceState: note('replaceState')},
    location: new URL(address),
    addEventListener: (name, f) => { listeners[name] = f; },
    top: {postMessage: (...a) => posted.push(JSON.parse(JSON.stringify(a)))},
    listeners,
  });
  window.parent = window.top;
  window.document = {
    baseURI: address, title: 'T',
    currentScript: {dataset: {asof: JSON.stringify(config)}, remove() {}},
    createElement: (tag) => new Element(tag.toUpperCase()),
    write: note('write'), writeln: note('writeln'),
  };
  window.window = window;
  vm.runInNewContext(script, window);
  return window;
}
const host = (more = {}) => open({...kHost, ...more}, 'http://t20220601000000s-own-org.localhost:8080/d/p');
const path = () => open(kPath, 'http://127.0.0.1:8081/web/20220601000000mp_/https://own.org/d/p');
const mapped = (w, url) => { w.fetch(url); return w.asked.pop()[1]; };
const plain = (x) => JSON.parse(JSON.stringify(x));

test('labels are those of the rewriter', () => {
  const w = host({p: ''});
  const rows = fs.readFileSync(labelFile, 'utf8').trimEnd().split('\n').map((row) => row.split('\t'));
  assert.ok(rows.length > 20);
  for (const [url, label] of rows) {
    const to = mapped(w, url);
    if (label === 'hash') assert.equal(to, url);
    else assert.equal(new URL(to).hostname, label + '.localhost', url);
  }
  const withPrefix = host();
  assert.equal(mapped(withPrefix, 'http://a!b/x'), 'http://localhost:8080/web/20220601000000oe_/http://a!b/x');
  const recent = host({t: '20220601000000r'});
  assert.equal(mapped(recent, 'http://a.org/'), 'http://t20220601000000r-a-org.localhost:8080/');
});

test('host mode leaves what is right as it stands', () => {
  const w = host();
  for (const url of ['x', '/x?y#z', '#a', '?q', 'data:,x', 'blob:x', 'http://[', 'mailto:x',
    'http://t20220601000000-a-org.localhost:8080/x']) {
    assert.equal(mapped(w, url), url);
  }
  assert.equal(mapped(w, '//x.org/y'), 'http://t20220601000000s-x-org.localhost:8080/y');
  assert.equal(mapped(w, 'https://x.org/y?z#f'), 'http://t20220601000000s-x-org.localhost:8080/y?z#f');
  assert.equal(mapped(w, 'https://t20220601000000s-own-org.localhost:8080/x'),
    'http://t20220601000000s-own-org.localhost:8080/x');
});

test('path mode maps everything once', () => {
  const w = path();
  const head = 'http://127.0.0.1:8081/web/20220601000000oe_/';
  assert.equal(mapped(w, 'x'), head + 'https://own.org/d/x');
  assert.equal(mapped(w, '../../../../x'), head + 'https://own.org/x');
  assert.equal(mapped(w, '/x'), head + 'https://own.org/x');
  assert.equal(mapped(w, '//a.org/x'), head + 'https://a.org/x');
  assert.equal(mapped(w, 'http://127.0.0.1:8081/x'), head + 'https://own.org/x');
  for (const url of [head + 'https://a.org/', '/web/2016/http://a.org/', '#x', 'data:,x']) {
    assert.equal(mapped(w, url), url);
  }
});

test('requests are mapped, sockets and beacons are not made', async () => {
  const w = host();
  const to = 'http://t20220601000000-a-org.localhost:8080/x';
  w.fetch('http://a.org/x', {credentials: 'include', method: 'POST'});
  assert.deepEqual(plain(w.asked.pop()), ['fetch', to, {credentials: 'same-origin', method: 'POST'}]);
  new w.XMLHttpRequest().open('GET', 'http://a.org/x');
  assert.deepEqual(plain(w.asked.pop()), ['xhr', 'GET', to, true]);
  new w.XMLHttpRequest().open('GET', 'http://a.org/x', false, 'u');
  assert.deepEqual(plain(w.asked.pop()), ['xhr', 'GET', to, false, 'u']);
  new w.EventSource('http://a.org/x', {withCredentials: true});
  assert.deepEqual(plain(w.asked.pop()), ['EventSource', to]);
  new w.Request('http://a.org/x');
  assert.equal(w.asked.pop()[1], to);
  w.open('http://a.org/x', 'name');
  assert.deepEqual(plain(w.asked.pop()), ['open', to, 'name']);
  w.history.pushState(null, '', 'https://own.org/y');
  assert.equal(w.asked.pop()[3], 'http://t20220601000000s-own-org.localhost:8080/y');
  assert.equal(w.navigator.sendBeacon('http://a.org/b'), true);
  assert.equal(w.asked.length, 0);
  assert.equal(w.RTCPeerConnection, undefined);
  const socket = new w.WebSocket('wss://a.org/s');
  assert.equal(socket.readyState, 0);
  assert.equal(w.WebSocket.OPEN, 1);
  const events = [];
  socket.onerror = () => events.push('error');
  await new Promise((done) => { socket.onclose = (e) => { events.push(e.code); done(); }; });
  assert.deepEqual(events, ['error', 1006]);
  assert.deepEqual(w.posted.map(([m]) => [m.asof, m.kind || m.url]), [['begin', undefined], ['blocked', 'window'],
    ['here', 'https://own.org/d/p'], ['blocked', 'beacon'], ['blocked', 'websocket']]);
  assert.ok(w.posted.every(([, origin]) => origin === 'http://localhost:8080'));
});

test('elements and markup are mapped', () => {
  const w = host();
  const to = 'http://t20220601000000-a-org.localhost:8080/x';
  const image = new w.HTMLImageElement('IMG');
  image.src = 'http://a.org/x';
  assert.equal(image.src, to);
  image.srcset = 'http://a.org/x 1x, y 2x';
  assert.equal(image.srcset, to + ' 1x, y 2x');
  const link = new w.HTMLAnchorElement('A');
  link.target = '_top';
  assert.equal(link.target, '_self');
  link.setAttribute('HREF', 'http://a.org/x');
  assert.equal(link.attributes.HREF, to);
  link.setAttribute('title', 'http://a.org/x');
  assert.equal(link.attributes.title, 'http://a.org/x');
  link.setAttribute('style', 'a:url("http://a.org/x")');
  assert.equal(link.attributes.style, `a:url("${to}")`);
  link.setAttribute('ping', 'http://a.org/x');
  assert.equal(link.attributes.ping, '');
  const box = new w.Element('DIV');
  box.innerHTML = '<img src="http://a.org/x"><a href="y">';
  assert.equal(box.html, `<img src="${to}"><a href="y">`);
  box.insertAdjacentHTML('beforeend', '<img src="http://a.org/x">');
  assert.equal(box.inserted, `<img src="${to}">`);
  w.document.write('<img src="http://a.org/x"', '><p>');
  assert.deepEqual(plain(w.asked.pop()), ['write', `<img src="${to}"><p>`]);
  const late = new w.Element('IMG');
  late.attributes.src = 'http://a.org/x';
  late.nodeType = 1;
  late.querySelectorAll = () => [];
  w.mutated([{type: 'childList', target: late, addedNodes: [late]}]);
  assert.equal(late.attributes.src, to);
});

test('messages keep their origins, and the reading page is told', () => {
  const w = host();
  w.postMessage('m', 'https://own.org');
  assert.deepEqual(plain(w.asked.pop()), ['postMessage', 'm', 'http://t20220601000000s-own-org.localhost:8080']);
  w.postMessage('m', '*');
  assert.deepEqual(plain(w.asked.pop()), ['postMessage', 'm', '*']);
  const message = new w.MessageEvent();
  message.from = 'http://t20220601000000sc8443-my--site-org.localhost:8080';
  assert.equal(message.origin, 'https://my-site.org:8443');
  w.listeners.load();
  w.listeners.securitypolicyviolation({blockedURI: 'http://live/', effectiveDirective: 'img-src'});
  assert.deepEqual(w.posted, [[{asof: 'begin'}, 'http://localhost:8080'],
    [{asof: 'here', url: 'https://own.org/d/p', title: 'T'}, 'http://localhost:8080'],
    [{asof: 'blocked', url: 'http://live/', kind: 'img-src'}, 'http://localhost:8080']]);
  const alone = host({r: ''});
  alone.listeners.load();
  assert.equal(alone.posted.length, 0);
});
