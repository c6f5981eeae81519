import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { pick } from '#bench/measure/random.ts';
import { withDemoShop } from '#bench/measure/shop.ts';
import { formatStatusCounts, percentile } from '#bench/measure/statistics.ts';

/** Duration of each half of the comparison, in seconds. */
const SECONDS = 10;

/** Connections that read cached pages, and connections of the attacker. */
const READERS = 16;
const ATTACKERS = 20;

/** Delay between two requests of an attacking connection, as on a real network, in milliseconds. */
const ATTACKER_DELAY_MS = 50;

const pages = ['/', '/shop', '/categories', '/faq'];

/** Intervals between two picture requests and between two sign-ins, in milliseconds. */
const PICTURE_INTERVAL_MS = 50;
const LOGIN_INTERVAL_MS = 500;

const random = (): string => Math.random().toString(36).slice(2);
const randomIpAddress = (): string => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 220)).join('.');

interface TimedResponse {
  status: number;
  ms: number;
  body: string;
}

function sendRequest(url: string, headers: Record<string, string> = {}, body?: string): Promise<TimedResponse> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { method: body === undefined ? 'GET' : 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - start, body: Buffer.concat(chunks).toString() }),
      );
      response.on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}

/** The attacker's requests: random parameters, random searches and unknown paths. */
const attackPaths = [
  () => `/shop?zz=${random()}`,
  () => `/shop?search=${random()}&min_price=${Math.floor(Math.random() * 1e6)}`,
  () => `/${random()}/${random()}`,
];

/**
 * Sends requests on all attacking connections until `isOver` is true, each after the previous response. Returns the number of responses
 * by status.
 */
async function attack(origin: string, isOver: () => boolean): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const connection = async (): Promise<void> => {
    while (!isOver()) {
      const path = pick(attackPaths)();
      const headers = { 'x-forwarded-for': randomIpAddress(), 'accept-encoding': 'br' };
      const { status } = await sendRequest(origin + path, headers).catch(() => ({ status: 0 }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(ATTACKER_DELAY_MS);
    }
  };
  await Promise.all(Array.from({ length: ATTACKERS }, connection));
  return statuses;
}

/** Sends a request at fixed intervals, without waiting for earlier responses. Returns the response times in milliseconds. */
async function watch(intervalMs: number, isOver: () => boolean, send: () => Promise<TimedResponse>): Promise<number[]> {
  const responses: Promise<TimedResponse>[] = [];
  while (!isOver()) {
    responses.push(send());
    await sleep(intervalMs);
  }
  return (await Promise.all(responses)).map(({ ms }) => ms);
}

/**
 * Reads cached pages at full speed; resolves to pages per second. With wrk (Debian's package) the server is the bottleneck; autocannon
 * reaches an eighth of that rate, limited by its own CPU time. Throws when a page failed.
 */
async function readPages(origin: string): Promise<number> {
  if (!spawnSync('wrk', ['-v']).error) {
    const options = ['-t1', `-c${READERS}`, `-d${SECONDS}s`, '-H', 'accept-encoding: br'];
    const wrk = spawn('wrk', [...options, `${origin}/shop`], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [report] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
    if (/Non-2xx/.test(report)) throw new Error('Requests for cached pages failed');
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]);
  }
  const requests = pages.map((path) => ({ path, headers: { 'accept-encoding': 'br', 'x-forwarded-for': randomIpAddress() } }));
  const result = await autocannon({ url: origin, connections: READERS, duration: SECONDS, requests });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests for cached pages failed`);
  return result.requests.average;
}

interface Figures {
  pagesPerSecond: number;
  pictures: number[];
  logins: number[];
  statuses: Map<number, number>;
}

async function measure(origin: string, picture: string, attacked: boolean): Promise<Figures> {
  let over = false;
  const isOver = (): boolean => over;
  const login = JSON.stringify({ email: 'nobody@example.com', password: 'not-the-password!' });
  const headers = () => ({ 'x-app-key': 'demo-key', 'content-type': 'application/json', 'x-forwarded-for': randomIpAddress() });
  const others = Promise.all([
    attacked ? attack(origin, isOver) : new Map<number, number>(),
    watch(PICTURE_INTERVAL_MS, isOver, () => sendRequest(origin + picture, { 'x-forwarded-for': randomIpAddress() })),
    watch(LOGIN_INTERVAL_MS, isOver, () => sendRequest(`${origin}/api/customer/login`, headers(), login)),
  ]);
  const pagesPerSecond = await readPages(origin);
  over = true;
  const [statuses, pictures, logins] = await others;
  return { pagesPerSecond, pictures, logins, statuses };
}

const printFigures = (name: string, { pagesPerSecond, pictures, logins }: Figures): void =>
  console.log(
    `${name.padEnd(16)} ${Math.round(pagesPerSecond)} cached pages/s   pictures p50 ${percentile(pictures, 0.5).toFixed(0)} p99 ${percentile(pictures, 0.99).toFixed(0)} ms (${pictures.length})   logins p50 ${percentile(logins, 0.5).toFixed(0)} p99 ${percentile(logins, 0.99).toFixed(0)} ms (${logins.length})`,
  );

/** Prints page rate and latencies with and without an attack by connections that request random URLs, one run after the other. */
export async function benchStarvation(): Promise<void> {
  await withDemoShop({ TRUST_PROXY: '1', DEMO_MODE: '1', LOG_LEVEL: 'error' }, async (shop) => {
    for (const page of [...pages, ...pages]) await sendRequest(shop.url + page, { 'accept-encoding': 'br' });
    const picture = /\/media\/[\w.-]+/.exec((await sendRequest(`${shop.url}/shop`)).body)?.[0] as string;
    const baseline = await measure(shop.url, picture, false);
    printFigures('without attack', baseline);
    const attacked = await measure(shop.url, picture, true);
    printFigures('under attack', attacked);
    console.log(`cached pages keep ${Math.round((100 * attacked.pagesPerSecond) / baseline.pagesPerSecond)} % of their rate`);
    console.log(
      `responses to ${ATTACKERS} attacking connections, with ${ATTACKER_DELAY_MS} ms between requests: ${formatStatusCounts(attacked.statuses)}`,
    );
  });
}
