// The browser of the tests: Debian's Chromium, without a screen and without traffic of its own.
import { existsSync } from "node:fs";
import { chromium, firefox } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const options = {
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
};

// Where the browser is. Ends the test as skipped where there is none.
export function chromium_path() {
  const found = places.find(existsSync);
  if (found) return found;
  console.log("SKIPPED: Chromium is not installed; ./asof test installs it");
  process.exit(77);
}

// One context with a profile in `folder`.
export const launch_with_profile = (folder, more = {}) =>
  chromium.launchPersistentContext(folder, { ...options, executablePath: chromium_path(), ...more });
// The same with storage as readers have it. Of several --disable-features the last counts, and playwright's own turns
// storage in frames off.
export const launch_as_reader = (folder, more) =>
  launch_with_profile(folder, { ...more, args: [...options.args, "--disable-features=AutofillServerCommunication"] });

// A browser for several contexts; each says where its requests go.
export const launch = () => chromium.launch({ ...options, executablePath: chromium_path() });

// Debian's Firefox, or nothing where there is none. By itself it asks this machine past the proxy.
export const launch_firefox = (more) =>
  existsSync("/usr/bin/firefox-esr") &&
  firefox.launch({ headless: true, channel: "moz-firefox", executablePath: "/usr/bin/firefox-esr",
    firefoxUserPrefs: { "network.proxy.allow_hijacking_localhost": true }, ...more });

// Whether a browser asks for this by itself, and no page.
const own_hosts = ["clients2.google.com", "accounts.google.com", "www.googleapis.com", "update.googleapis.com",
  "content-autofill.googleapis.com", "optimizationguide-pa.googleapis.com", "redirector.gvt1.com", "edgedl.me.gvt1.com"];
export function of_browser(address) {
  const host = /^(?:[a-z]+:\/\/)?([^:/]+)/.exec(address)?.[1] ?? "";
  return own_hosts.includes(host) || /(^|\.)(mozilla\.(com|org|net)|firefox\.com)$/.test(host);
}
