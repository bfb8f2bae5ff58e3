// A web of our own: answers by address, served to a browser as if live, and written as a WARC file.
//
// An answer is {url, type, body, status?, headers?, at?, method?, sent?}: `at` is when it was captured, `sent` the
// body of a request that is no GET.
import { createServer, request as ask } from "node:http";
import { writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { of_browser } from "../chromium.mjs";

export const kCaptured = "2024-03-01T12:00:00Z";

const bytes = (body) => (Buffer.isBuffer(body) ? body : Buffer.from(body ?? ""));

function record(type, answer, block, id) {
  const head = [`WARC-Type: ${type}`, `WARC-Target-URI: ${answer.url}`, `WARC-Date: ${answer.at ?? kCaptured}`,
    `WARC-Record-ID: <urn:uuid:${type === "response" ? id : randomUUID()}>`,
    ...(type === "request" ? [`WARC-Concurrent-To: <urn:uuid:${id}>`] : []),
    `Content-Type: application/http; msgtype=${type}`, `Content-Length: ${block.length}`];
  return gzipSync(Buffer.concat([Buffer.from(`WARC/1.1\r\n${head.join("\r\n")}\r\n\r\n`), block, Buffer.from("\r\n\r\n")]));
}

function records_of(answer) {
  const id = randomUUID();
  const { host, pathname, search } = new URL(answer.url);
  const fields = { "Content-Type": answer.type, ...answer.headers };
  const lines = Object.entries(fields).filter(([, value]) => value).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${answer.status ?? 200} X\r\n${lines.join("")}\r\n`;
  const out = [record("response", answer, Buffer.concat([Buffer.from(head), bytes(answer.body)]), id)];
  const sent = bytes(answer.sent);
  const method = answer.method ?? "GET";
  const asked = `${method} ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n` +
    (method === "GET" ? "" : `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${sent.length}\r\n`);
  out.push(record("request", answer, Buffer.concat([Buffer.from(asked + "\r\n"), sent]), id));
  return out;
}

export const write_warc = (file, answers) => writeFileSync(file, Buffer.concat(answers.flatMap(records_of)));

// A proxy of a browser, and all that the browser can reach. `route(url, method)` says where a request goes: a number,
// to that port of this machine; an answer, to the browser; nothing: it is refused and noted in `refused`.
export async function proxy(route) {
  const refused = [];
  const server = createServer((request, response) => {
    const to = route(request.url, request.method);
    if (to === undefined) {
      if (!of_browser(request.url)) refused.push(`${request.method} ${request.url}`);
      return response.writeHead(502).end();
    }
    if (typeof to === "number") return forward(to, request, response);
    return answer(to, request, response);
  });
  server.on("connect", (request, socket) => {
    if (!of_browser(request.url)) refused.push(`CONNECT ${request.url}`);
    socket.on("error", () => {});
    socket.end("HTTP/1.1 502 X\r\n\r\n");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { refused, address: `http://127.0.0.1:${server.address().port}`, close: () => close(server) };
}

export const close = (server) => { server.close(); server.closeAllConnections(); };

function forward(port, request, response) {
  const { pathname, search } = new URL(request.url);
  const there = ask({ host: "127.0.0.1", port, method: request.method, path: pathname + search, headers: request.headers });
  there.on("response", (reply) => { response.writeHead(reply.statusCode, reply.headers); reply.pipe(response); });
  there.on("error", () => response.destroy());
  response.on("close", () => there.destroy());
  request.pipe(there);
}

function answer(to, request, response) {
  const whole = bytes(to.body);
  const fields = { ...(to.type ? { "Content-Type": to.type } : {}), "Accept-Ranges": "bytes", ...to.headers };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (first === undefined) {
    response.writeHead(to.status ?? 200, { ...fields, "Content-Length": whole.length });
    return response.end(whole);
  }
  const end = last ? Math.min(Number(last), whole.length - 1) : whole.length - 1;
  response.writeHead(206, { ...fields, "Content-Range": `bytes ${first}-${end}/${whole.length}`,
    "Content-Length": end - Number(first) + 1 });
  return response.end(whole.subarray(Number(first), end + 1));
}
