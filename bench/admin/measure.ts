import { percentile } from '#bench/measure/statistics.ts';

const WARM_UP = 10;
const REQUESTS = 100;

/** A running shop with the session of an owner and the keys of its API. */
export interface AdminOf {
  url: string;
  token: string;
}

/** Requests something a number of times, one after the other. Returns the milliseconds of each after the warm-up. Throws for a failure. */
export async function measureTimes(send: () => Promise<Response>, requests = REQUESTS): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + requests; i++) {
    const start = performance.now();
    const response = await send();
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.url} was answered with ${response.status}`);
    if (i >= WARM_UP) times.push(performance.now() - start);
  }
  return times;
}

/** Opens a page as the owner's browser does. */
export const openPage = ({ url, token }: AdminOf, path: string): Promise<Response> =>
  fetch(url + path, { headers: { cookie: `__Host-staff=${token}` }, redirect: 'manual' });

/** Makes a call of the admin pages. Throws for a refusal. */
export async function callAdmin({ url, token }: AdminOf, path: string, body: object): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'x-app-key': 'demo-key', 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 300)}`);
  return performance.now() - start;
}

/** The 99th percentile. */
export const p99 = (times: readonly number[]): number => percentile(times, 0.99);
