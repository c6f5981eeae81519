import { readFileSync } from 'node:fs';
import { memoryOf } from '../../tests/server/sockets/host.ts';
import { type RunningShop, startShop } from '../../tests/support/browser/shop-server.ts';
import { memoryEnvironment } from './memory-environment.ts';

/** Resident memory of a process in MB. Linux only. */
export const megabytes = (pid: number): number => Math.round(memoryOf(pid) / 2 ** 20);

/** The most that a process has had resident so far, in MB. */
export function peakMegabytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Requests a page as a browser does, without following redirects. */
export const request = (url: string): Promise<Response> =>
  fetch(url, { headers: { 'accept-encoding': 'br' }, redirect: 'manual' });

/** Starts the shop on existing data; milliseconds until its first page has arrived. */
export async function startOn(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<{ ms: number; shop: RunningShop }> {
  const startedAt = performance.now();
  const shop = await startShop(dataDir, { ...memoryEnvironment, ...environment }, 'src/server/launch-build-or-sources.mjs');
  await (await request(shop.url)).text();
  return { ms: performance.now() - startedAt, shop };
}
