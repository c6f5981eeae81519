import { performance } from 'node:perf_hooks';
import { setImmediate as nextTick } from 'node:timers/promises';
import { waitUntilIdle } from './wait-until-idle.ts';

/** Delay per millisecond of rendering: while the event loop is busy, rendering gets one twelfth of its time. */
const DELAY_FACTOR = 11;

/** Upper limit of a render's counted time, in milliseconds: longer ones waited for a remote store without blocking the event loop. */
const MAX_COUNTED_MS = 50;

/** Polling interval for the event loop's utilisation, in milliseconds. */
const POLL_MS = 5;

/** Waits after a render of `ms` milliseconds until other work has had its share of the event loop, or the loop is idle. */
const throttleWhileBusy = (ms: number): Promise<void> => waitUntilIdle(Math.min(ms, MAX_COUNTED_MS) * DELAY_FACTOR, POLL_MS);

/** Concurrent renders with the embedded store, and with a remote one, whose replies take longer. */
export const MAX_EMBEDDED_RENDERS = 2;
export const MAX_REMOTE_RENDERS = 4;

/** The render queue is full, in total or for one client. */
export class RenderQueueFull extends Error {
  constructor() {
    super('Too many pages are waiting to be rendered');
  }
}

export interface RenderQueueOptions {
  /** Concurrent renders. More than two only help with a remote store, because rendering itself is single-threaded. */
  maxConcurrent?: number;
  maxQueued?: number;
  maxPerClient?: number;
  /** Whether there was other work since the last call; without it, renders are not throttled. */
  hadOtherWork?: () => boolean;
  /** Waits after a render of `ms` milliseconds, so that other requests get the event loop. */
  throttle?: (ms: number) => Promise<void>;
}

export interface RenderJobOptions {
  /** The client's network address; undefined if unknown, and then only the queue as a whole is limited. */
  client?: string | undefined;
  /** Whether an older version is cached. Such pages have priority, so that requests for invented URLs never delay existing pages. */
  isCached?: boolean;
  /** Aborts a queued render when no request waits for it any more. */
  signal?: AbortSignal | undefined;
}

interface Job {
  client: string | undefined;
  start: () => Promise<void>;
}

/** Runs a few renders concurrently, first in first out, and throttles them so that cached pages are still served. */
export class RenderQueue {
  readonly #cachedPages: Job[] = [];
  readonly #otherPages: Job[] = [];
  readonly #countByClient = new Map<string, number>();
  readonly #maxConcurrent: number;
  readonly #maxQueued: number;
  readonly #maxPerClient: number;
  readonly #hadOtherWork: () => boolean;
  readonly #throttle: (ms: number) => Promise<void>;
  #running = 0;
  #isStarting = false;
  /** Chains the throttle delays, so that they add up when renders finish together. */
  #throttled: Promise<void> = Promise.resolve();

  constructor({
    maxConcurrent = 2,
    maxQueued = 32,
    maxPerClient = 10,
    hadOtherWork = () => true,
    throttle = throttleWhileBusy,
  }: RenderQueueOptions = {}) {
    this.#hadOtherWork = hadOtherWork;
    this.#maxConcurrent = maxConcurrent;
    this.#maxQueued = maxQueued;
    this.#maxPerClient = maxPerClient;
    this.#throttle = throttle;
  }

  get queuedCount(): number {
    return this.#cachedPages.length + this.#otherPages.length;
  }

  /** Queues `work` and runs it. Rejects with `RenderQueueFull`, or with the signal's reason if aborted while queued. */
  run<Result>(work: () => Promise<Result>, { client, isCached = false, signal }: RenderJobOptions = {}): Promise<Result> {
    const clientCount = client === undefined ? 0 : (this.#countByClient.get(client) ?? 0);
    const queue = isCached ? this.#cachedPages : this.#otherPages;
    if (queue.length >= this.#maxQueued || clientCount >= this.#maxPerClient) return Promise.reject(new RenderQueueFull());
    if (client !== undefined) this.#countByClient.set(client, clientCount + 1);
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const index = queue.indexOf(job);
        if (index < 0) return;
        queue.splice(index, 1);
        this.#release(client);
        reject(signal?.reason);
      };
      const start = async (): Promise<void> => {
        signal?.removeEventListener('abort', abort);
        await work().then(resolve, reject);
      };
      const job: Job = { client, start };
      queue.push(job);
      signal?.addEventListener('abort', abort, { once: true });
      void this.#startJobs();
    });
  }

  #release(client: string | undefined): void {
    if (client === undefined) return;
    const count = (this.#countByClient.get(client) ?? 1) - 1;
    if (count > 0) this.#countByClient.set(client, count);
    else this.#countByClient.delete(client);
  }

  /** Starts queued jobs up to the limit, each in its own tick of the event loop. */
  async #startJobs(): Promise<void> {
    if (this.#isStarting) return;
    this.#isStarting = true;
    while (this.queuedCount > 0 && this.#running < this.#maxConcurrent) {
      await this.#throttled;
      await nextTick();
      const job = this.#cachedPages.shift() ?? this.#otherPages.shift();
      if (job) void this.#runJob(job);
    }
    this.#isStarting = false;
  }

  async #runJob({ client, start }: Job): Promise<void> {
    this.#running += 1;
    const startedAt = performance.now();
    await start();
    this.#release(client);
    this.#running -= 1;
    const ms = performance.now() - startedAt;
    if (this.#hadOtherWork()) this.#throttled = this.#throttled.then(() => this.#throttle(ms));
    void this.#startJobs();
  }
}
