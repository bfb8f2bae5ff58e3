// Archives for the tests of replay: made by the program under test, and served by it.
import { spawn } from "node:child_process";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

// Not at once but in time: a crawl asks servers of this very process.
export async function run(program, words) {
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => { said += text; });
  const code = await new Promise((done) => child.once("close", done));
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${said}`);
}

// Two ports that are free now, for pages that must know where the archive will be.
export async function free_addresses() {
  const servers = [createServer(), createServer()];
  await Promise.all(servers.map((one) => new Promise((ready) => one.listen(0, "127.0.0.1", ready))));
  const addresses = servers.map((one) => `127.0.0.1:${one.address().port}`);
  await Promise.all(servers.map((one) => new Promise((done) => one.close(done))));
  return addresses;
}

// `asof serve`, on free ports unless told; `address` is {url, replay, collection} as it prints them.
export async function serve(program, archive, listen = "127.0.0.1:0", more = []) {
  const child = spawn(program, ["serve", "--archive", archive, "--listen", listen, "--json", ...more],
    { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((done, failed) => {
    child.stdout.once("data", done);
    child.once("exit", (code) => failed(new Error(`asof serve ended with ${code}`)));
  });
  const address = JSON.parse(line);
  const ports = [address.url, address.replay].map((url) => Number(new URL(url).port));
  const stop = () => new Promise((done) => { child.once("exit", done); child.kill("SIGTERM"); });
  // What a browser may ask of the archive, for proxy(): its two ports, by the names they have.
  const route = (url) => {
    const { hostname, port } = new URL(url);
    const ours = hostname === "127.0.0.1" || hostname.endsWith(".localhost");
    return ours && ports.includes(Number(port)) ? Number(port) : undefined;
  };
  return { ...address, stop, route };
}

const kTypes = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".gif": "image/gif", ".png": "image/png",
  ".jpg": "image/jpeg", ".svg": "image/svg+xml", ".txt": "text/plain", ".ico": "image/x-icon", ".woff": "font/woff",
  ".ttf": "font/ttf" };

// Serves a folder as a site, for a crawl and for a look at the living page.
export async function serve_folder(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(request.url.split("?")[0])));
    const file = path.endsWith("/") ? path + "index.html" : path;
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end("none");
    response.writeHead(200, { "Content-Type": kTypes[extname(file)] ?? "text/plain" });
    return createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, address: `http://127.0.0.1:${server.address().port}` };
}
