import { setImmediate as nextTurn } from 'node:timers/promises';
import { throttleWhileBusy } from './render-throttle.ts';

/** Too many pages wait to be rendered, altogether or for one visitor. */
export class RenderQueueFull extends Error {
  constructor() {
    super('Too many pages are waiting to be rendered');
  }
}

export interface RenderQueueOptions {
  /** Renderings under way at once. More only help where they wait for a store elsewhere: rendering itself is work for one processor. */
  maxConcurrent?: number;
  /** Renderings that may wait, of known and of other pages each. */
  maxQueued?: number;
  /** Renderings, waiting or under way, that one address may have asked for. */
  maxPerClient?: number;
  /** Lets others have the event loop after a rendering that took `ms` milliseconds. */
  throttle?: (ms: number) => Promise<void>;
}

export interface RenderJobOptions {
  /** The visitor's network address; undefined where it is not known, and then only the whole queue is bounded. */
  client?: string | undefined;
  /** Whether the page was there before: such pages go first, so that made-up addresses never hold up the shop's own. */
  isCached?: boolean;
  /** Aborts when nobody waits for the page any more; it is not begun then. */
  signal?: AbortSignal | undefined;
}

interface Job {
  client: string | undefined;
  begin: () => Promise<void>;
}

/** Renders few pages at a time, in the order they were asked for, with pauses in which pages that are ready are served. */
export class RenderQueue {
  readonly #known: Job[] = [];
  readonly #others: Job[] = [];
  readonly #perClient = new Map<string, number>();
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #maxPerClient: number;
  readonly #pause: (ms: number) => Promise<void>;
  #underWay = 0;
  #filling = false;
  /** Pauses follow one another, however many renderings end at once. */
  #pauses: Promise<void> = Promise.resolve();

  constructor({
    maxConcurrent: atOnce = 2,
    maxQueued: maxWaiting = 32,
    maxPerClient = 10,
    throttle: pause = throttleWhileBusy,
  }: RenderQueueOptions = {}) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
    this.#maxPerClient = maxPerClient;
    this.#pause = pause;
  }

  /** How many renderings wait to begin. */
  get queuedCount(): number {
    return this.#known.length + this.#others.length;
  }

  /** Does `work` when its turn comes. Rejects with `RenderQueueFull` at once, or with the signal's reason while it waits. */
  run<Result>(work: () => Promise<Result>, { client, isCached: known = false, signal }: RenderJobOptions = {}): Promise<Result> {
    const ofClient = client === undefined ? 0 : (this.#perClient.get(client) ?? 0);
    const queue = known ? this.#known : this.#others;
    if (queue.length >= this.#maxWaiting || ofClient >= this.#maxPerClient) return Promise.reject(new RenderQueueFull());
    if (client !== undefined) this.#perClient.set(client, ofClient + 1);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const place = queue.indexOf(job);
        if (place < 0) return;
        queue.splice(place, 1);
        this.#release(client);
        reject(signal?.reason);
      };
      const begin = async (): Promise<void> => {
        signal?.removeEventListener('abort', leave);
        await work().then(resolve, reject);
      };
      const job: Job = { client, begin };
      queue.push(job);
      signal?.addEventListener('abort', leave, { once: true });
      void this.#fill();
    });
  }

  #release(client: string | undefined): void {
    if (client === undefined) return;
    const left = (this.#perClient.get(client) ?? 1) - 1;
    if (left > 0) this.#perClient.set(client, left);
    else this.#perClient.delete(client);
  }

  /** Begins what may begin, each in a turn of the event loop of its own. */
  async #fill(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    while (this.queuedCount > 0 && this.#underWay < this.#atOnce) {
      await this.#pauses;
      await nextTurn();
      const job = this.#known.shift() ?? this.#others.shift();
      if (job) void this.#do(job);
    }
    this.#filling = false;
  }

  async #do({ client, begin }: Job): Promise<void> {
    this.#underWay += 1;
    const begun = performance.now();
    await begin();
    this.#release(client);
    this.#underWay -= 1;
    const ms = performance.now() - begun;
    this.#pauses = this.#pauses.then(() => this.#pause(ms));
    void this.#fill();
  }
}
