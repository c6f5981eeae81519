import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { withDemoShop } from '#bench/measure/demo-shop.ts';
import { median } from '#bench/measure/statistics.ts';

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 32;

/** Time for the host to recompress a page, in milliseconds. */
const RECOMPRESSION_MS = 1000;

const pages = ['/', '/shop', '/categories'];

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: { 'accept-encoding': 'br' } });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} failed responses`);
  return result.requests.average;
}

/** Starts a server that only writes the given bytes: the upper limit of Node. */
async function startBareServer(body: Buffer): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br', 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

/** Returns the page's body with Brotli at its highest level, which the host applies to the second request. */
async function fetchCompressedBody(url: string): Promise<Buffer> {
  await fetch(url);
  await new Promise((resolve) => setTimeout(resolve, RECOMPRESSION_MS));
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
    })
      .on('error', reject)
      .end();
  });
}

/** Prints each page's transfer size, and its requests per second compared with the bare server's. */
export async function benchPages(): Promise<void> {
  await withDemoShop({}, async (shop) => {
    for (const page of pages) {
      const body = await fetchCompressedBody(shop.url + page);
      const bare = await startBareServer(body);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({ shop: await requestsPerSecond(shop.url + page), bare: await requestsPerSecond(bare.url) });
      }
      bare.stop();
      const ratio = median(rounds.map((round) => round.shop / round.bare));
      const rate = median(rounds.map((round) => round.shop));
      console.log(
        `${page.padEnd(12)} ${body.length} bytes  ${Math.round(rate)} requests/s  ${ratio.toFixed(2)} of a bare server`,
      );
    }
  });
}
