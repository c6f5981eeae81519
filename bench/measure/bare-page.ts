import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { FirstPicture } from './first-picture.ts';

/**
 * Serves a page with nothing but a picture in the size in which the shop shows it, and compressed if the shop does so: the limit of a page's
 * largest paint.
 */
export async function startBarePage({ src, width, height }: FirstPicture): Promise<{ url: string; stop: () => void }> {
  // Over plain HTTP `fetch` does not offer Brotli by itself.
  const response = await fetch(src, { headers: { 'accept-encoding': 'br' } });
  const type = response.headers.get('content-type') ?? '';
  const content = Buffer.from(await response.arrayBuffer());
  // `fetch` has decompressed it.
  const isCompressed = response.headers.has('content-encoding');
  const picture = isCompressed ? brotliCompressSync(content) : content;
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title>
<img src="/picture" width="${Math.round(width)}" height="${Math.round(height)}" alt="" fetchpriority="high">`;
  const server = createServer(({ url }, answer) => {
    if (url === '/picture') {
      if (isCompressed) answer.setHeader('content-encoding', 'br');
      answer.setHeader('content-type', type).end(picture);
    } else if (url === '/') answer.setHeader('content-type', 'text/html').end(page);
    else answer.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}
