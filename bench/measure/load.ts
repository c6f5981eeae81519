import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

/** Connections of the client. */
const CONNECTIONS = 32;

const SECONDS = 3;

/** Clock ticks per second in /proc (USER_HZ). */
const TICKS = 100;

/** Headers that a browser sends with a navigation. */
export const browserHeaders = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  accept: 'text/html,*/*;q=0.8',
  'accept-language': 'en-IN',
};

/** Processor time of a process so far, in milliseconds. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

export interface Rate {
  perSecond: number;
  /** Processor time of a request in microseconds. */
  us: number;
}

/** Requests one address at full speed; with wrk (Debian's package) the server is the bottleneck. `pid` is its process. */
export async function load(url: string, pid: number, headers: Record<string, string>): Promise<Rate> {
  const sent = { ...browserHeaders, ...headers };
  const before = processorMs(pid);
  let requests: number;
  if (!spawnSync('wrk', ['-v']).error) {
    const options = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const wrk = spawn('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...options, url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [report] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
    if (/Non-2xx/.test(report) && !headers['if-none-match']) throw new Error(`${url}: failed responses`);
    requests = Number(/(\d+) requests in/.exec(report)?.[1]);
  } else {
    const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: sent });
    requests = result.requests.total;
  }
  return { perSecond: requests / SECONDS, us: ((processorMs(pid) - before) * 1000) / requests };
}

/** Requests that a process would serve in a second of processor time. */
export const perProcessorSecond = ({ us }: Rate): number => 1e6 / us;
