// Opens pages and says what came of it: in the reading page's frame, or living.
const kSize = { width: 1100, height: 900 };

export const new_context = (browser, proxy) =>
  browser.newContext({ viewport: kSize, proxy: { server: proxy.address }, reducedMotion: "reduce" });

// What a page shows, as far as scripts can tell. Runs in the page.
const look = () => ({
  title: document.title,
  text: (document.body?.innerText ?? "").replace(/\s+/g, " ").trim(),
  images: [...document.images].filter((i) => i.currentSrc && i.naturalWidth > 0).length,
  broken: [...document.images].filter((i) => i.complete && i.currentSrc && i.naturalWidth === 0).length,
  sheets: [...document.styleSheets].filter((s) => { try { return s.cssRules.length >= 0; } catch (e) { return true; } }).length,
  checks: window.checks ?? null,
});

// Notes what goes wrong in a page and the frames in it.
function notes_of(page) {
  const notes = { errors: [], complaints: [], blocked: [], asked: [], missing: [] };
  page.on("pageerror", (error) => notes.errors.push(String(error.message).split("\n")[0]));
  page.on("console", (message) => {
    if (message.type() === "error") notes.complaints.push(message.text().split("\n")[0]);
  });
  page.on("request", (request) => notes.asked.push(request.url()));
  page.on("requestfailed", (request) => {
    if (/csp|BLOCKED_BY_(CSP|CLIENT|RESPONSE)/.test(request.failure()?.errorText ?? "")) notes.blocked.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) notes.missing.push(response.url());
  });
  return notes;
}

const settled = async (page, frame, has_checks) => {
  if (has_checks) await frame().waitForFunction(() => window.checks, null, { timeout: 15_000 }).catch(() => {});
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
};

// The page at `url` as of `at` (digits) in the reading page. `picture`: where a picture of the frame goes.
export async function open_replayed(context, archive, { url, at, picture, has_checks }) {
  const page = await context.newPage();
  const notes = notes_of(page);
  try {
    await page.goto(`${archive.url}/read/${archive.collection}/${at}/${url}`, { timeout: 20_000 });
    const element = await page.$("#frame");
    if (!element) return { ...notes, failed: "no reading page" };
    let frame = await element.contentFrame();
    await settled(page, () => frame, has_checks);
    frame = await element.contentFrame();
    const seen = await frame.evaluate(look);
    if (picture) await element.screenshot({ path: picture });
    const size = await element.boundingBox();
    const said = await page.evaluate(() => ({ badge: document.getElementById("badge").textContent, address: document.getElementById("url").value,
      blocked: document.getElementById("blocked").hidden ? "" : document.getElementById("blocked").textContent }));
    return { ...notes, ...seen, said, size };
  } finally {
    await page.close();
  }
}

// The living page, in a window as large as the frame was.
export async function open_living(context, { url, picture, size, has_checks }) {
  const page = await context.newPage();
  const notes = notes_of(page);
  try {
    if (size) await page.setViewportSize({ width: Math.round(size.width), height: Math.round(size.height) });
    await page.goto(url, { timeout: 20_000 });
    await settled(page, () => page.mainFrame(), has_checks);
    const seen = await page.evaluate(look);
    if (picture) await page.screenshot({ path: picture });
    return { ...notes, ...seen };
  } finally {
    await page.close();
  }
}

// The share of pixels in which two pictures differ, or 1 where their sizes do. `blank` is any page to work in.
export async function difference(blank, one, other) {
  return blank.evaluate(async (sources) => {
    const pixels = await Promise.all(sources.map(async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, image.width, image.height);
    }));
    const [a, b] = pixels;
    if (a.width !== b.width || Math.abs(a.height - b.height) > 1) return 1;
    const rows = Math.min(a.height, b.height);
    let differing = 0;
    for (let i = 0; i < a.width * rows * 4; i += 4) {
      const far = Math.max(...[0, 1, 2].map((c) => Math.abs(a.data[i + c] - b.data[i + c])));
      if (far > 16) differing += 1;
    }
    return differing / (a.width * rows);
  }, [one, other].map((png) => "data:image/png;base64," + png.toString("base64")));
}
