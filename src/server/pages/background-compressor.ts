import { Worker } from 'node:worker_threads';
import type { CompressionCoding, CompressionLevel } from './compress-body.ts';

/** What the worker thread is sent; and what it sends back. */
export interface CompressionJob {
  body: Uint8Array;
  coding: CompressionCoding;
  level: CompressionLevel;
}
export type CompressionResult = Uint8Array;

interface WaitingJob extends CompressionJob {
  done: (compressed: Buffer | undefined) => void;
}

/** So many bodies may wait; more than that are left as they are, and asked for again when their page is. */
const MAX_WAITING = 32;

/** After so many workers died at their first work, no other is started: it would not fare better. */
const MAX_DEATHS = 5;

const workerProgram = new URL('./compression-worker.ts', import.meta.url);

/**
 * Compresses bodies one at a time in a worker thread. The thread starts with the first body, does not keep the process alive, and is
 * replaced when it dies.
 */
export class BackgroundCompressor {
  readonly #waiting: WaitingJob[] = [];
  readonly #program: URL;
  #current: WaitingJob | undefined;
  #worker: Worker | undefined;
  /** How many workers died since one of them did its work. */
  #deaths = 0;
  #closed = false;

  /** `program` is the worker's; another one is only of use to tests. */
  constructor(program = workerProgram) {
    this.#program = program;
  }

  /** The compressed body; undefined when too many are waiting, the worker died, or this is closed. Never rejects. */
  compress(body: Buffer, coding: CompressionCoding, level: CompressionLevel): Promise<Buffer | undefined> {
    if (this.#closed || this.#deaths >= MAX_DEATHS || this.#waiting.length >= MAX_WAITING) return Promise.resolve(undefined);
    return new Promise((done) => {
      this.#waiting.push({ body, coding, level, done });
      this.#next();
    });
  }

  /** How many bodies are waiting, the one being compressed included. */
  get pending(): number {
    return this.#waiting.length + (this.#current ? 1 : 0);
  }

  /** Ends the worker; whoever waits gets undefined. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { done } of this.#waiting.splice(0)) done(undefined);
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#current || this.#closed) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#current = job;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ body: job.body, coding: job.coding, level: job.level } satisfies CompressionJob);
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { execArgv: [] });
    worker.on('message', (compressed: CompressionResult) => {
      this.#deaths = 0;
      this.#finish(Buffer.from(compressed.buffer, compressed.byteOffset, compressed.byteLength));
    });
    // An error is followed by an exit, which is handled alike; without a listener it would end the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#deaths += 1;
      this.#finish(undefined);
    });
    // After the listeners: adding one for messages makes the worker keep the process alive again.
    worker.unref();
    return worker;
  }

  #finish(compressed: Buffer | undefined): void {
    const job = this.#current;
    this.#current = undefined;
    job?.done(compressed);
    this.#next();
  }
}
