import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 1000;
const MAX_REQUESTS = 8;

/** Requests a page until the server, once idle, has compressed it strongly. Gives up after some seconds: the page may have been before. */
export async function warmUp(url: string): Promise<void> {
  const sizes: number[] = [];
  do {
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    await response.arrayBuffer();
    sizes.push(Number(response.headers.get('content-length')));
    await sleep(INTERVAL_MS);
  } while (sizes.length < MAX_REQUESTS && Math.min(...sizes) >= Math.max(...sizes));
}
