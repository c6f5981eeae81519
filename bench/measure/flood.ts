import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

const CONNECTIONS = 32;

/** Addresses that only differ in a random part: pages that exist and that do not, files and calls. */
const addresses: readonly ((random: string) => string)[] = [
  (random) => `/products/${random}`,
  (random) => `/shop?search=${random}`,
  (random) => `/shop?search=cotton&min_price=${Number.parseInt(random.slice(0, 6), 16)}`,
  (random) => `/?x=${random}`,
  (random) => `/${random}`,
  (random) => `/_astro/${random}.js`,
  (random) => `/media/${random}.webp`,
  (random) => `/api/${random}`,
];

/** Requests one address and reads the response; resolves to its status, 0 without one. */
const send = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve) => {
    request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', () => resolve(0))
      .end();
  });

/**
 * Requests distinct addresses over many kept connections from clients of their own, without a pause, for a time in milliseconds; returns the
 * responses by status. Linux only: every address of 127.0.0.0/8 is the machine's.
 */
export async function flood(origin: string, durationMs: number): Promise<Map<number, number>> {
  const countByStatus = new Map<number, number>();
  const until = performance.now() + durationMs;
  let sent = 0;
  const sendAll = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.1.${client + 1}` });
    while (performance.now() < until) {
      const address = addresses[sent++ % addresses.length] as (random: string) => string;
      const status = await send(origin + address(randomBytes(8).toString('hex')), agent);
      countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, client) => sendAll(client)));
  return countByStatus;
}
