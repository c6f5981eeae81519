import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { chromiumArguments, findChromium } from '../../tests/support/browser/chromium/find-chromium.ts';

/** The phone that Lighthouse emulates. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** The first picture of a page's content: the file that a phone chooses, and its size in CSS pixels. Undefined without pictures. */
async function findFirstPicture(url: string) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    const page = await browser.newPage(phone);
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(async () => {
      const image = document.querySelector<HTMLImageElement>('main picture img');
      await image?.decode();
      const { width = 0, height = 0 } = image?.getBoundingClientRect() ?? {};
      return image ? { src: image.currentSrc, width: Math.round(width), height: Math.round(height) } : undefined;
    });
  } finally {
    await browser.close();
  }
}

interface ServedPage {
  url: string;
  stop: () => void;
}

/** Serves a page at a free port, and its picture at `/picture`. */
export async function servePage(page: string, picture?: { headers: Record<string, string>; body: Buffer }): Promise<ServedPage> {
  const server = createServer(({ url: path }, reply) => {
    if (path === '/') reply.setHeader('content-type', 'text/html').end(page);
    else if (path === '/picture' && picture) reply.writeHead(200, picture.headers).end(picture.body);
    else reply.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close().closeAllConnections() };
}

/** Writes a page for a phone without styles. */
export const writeBarePage = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
${content}`;

/**
 * Serves a page with nothing but the first picture of the page at `url`, in the same size and compressed if the shop does so: the limit of
 * its largest paint. Undefined for a page without pictures.
 */
export async function startBarePage(url: string): Promise<ServedPage | undefined> {
  const picture = await findFirstPicture(url);
  if (!picture) return undefined;
  // Over plain HTTP `fetch` does not offer Brotli by itself.
  const response = await fetch(picture.src, { headers: { 'accept-encoding': 'br' } });
  const type = response.headers.get('content-type') ?? '';
  const content = Buffer.from(await response.arrayBuffer());
  // `fetch` has decompressed it.
  const isCompressed = response.headers.has('content-encoding');
  const size = `width="${picture.width}" height="${picture.height}"`;
  return servePage(writeBarePage('Bare', `<img src="/picture" ${size} alt="" fetchpriority="high">`), {
    headers: { 'content-type': type, ...(isCompressed && { 'content-encoding': 'br' }) },
    body: isCompressed ? brotliCompressSync(content) : content,
  });
}
