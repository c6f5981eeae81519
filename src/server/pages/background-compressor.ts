import { Worker } from 'node:worker_threads';
import type { CompressionCoding, CompressionLevel } from './compress-body.ts';

/** Message to the worker thread. */
export interface CompressionJob {
  body: Uint8Array;
  coding: CompressionCoding;
  level: CompressionLevel;
}

/** Message from the worker thread: the compressed body. */
export type CompressionResult = Uint8Array;

interface QueuedJob extends CompressionJob {
  resolve: (compressed: Buffer | undefined) => void;
}

/** Further jobs are rejected while the queue has this many; their pages try again on the next request. */
const MAX_QUEUED = 32;

/** After this many workers crashed on their first job, no more are started. */
const MAX_CRASHES = 5;

const workerProgram = new URL('./compression-worker.ts', import.meta.url);

/**
 * Compresses bodies one at a time in a worker thread. The thread starts with the first job, does not keep the process alive, and is
 * replaced after a crash.
 */
export class BackgroundCompressor {
  readonly #queue: QueuedJob[] = [];
  readonly #program: URL;
  #current: QueuedJob | undefined;
  #worker: Worker | undefined;
  /** Crashes since the last finished job. */
  #crashes = 0;
  #closed = false;

  /** `program` is the worker's script; tests replace it. */
  constructor(program = workerProgram) {
    this.#program = program;
  }

  /** Compresses a body; undefined if the queue is full, the worker crashed, or this is closed. Never rejects. */
  compress(body: Buffer, coding: CompressionCoding, level: CompressionLevel): Promise<Buffer | undefined> {
    if (this.#closed || this.#crashes >= MAX_CRASHES || this.#queue.length >= MAX_QUEUED) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#queue.push({ body, coding, level, resolve });
      this.#startNext();
    });
  }

  /** Number of queued jobs, including the current one. */
  get pending(): number {
    return this.#queue.length + (this.#current ? 1 : 0);
  }

  /** Stops the worker; queued jobs resolve to undefined. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#queue.splice(0)) resolve(undefined);
    await this.#worker?.terminate();
  }

  #startNext(): void {
    if (this.#current || this.#closed) return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#current = job;
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage({ body: job.body, coding: job.coding, level: job.level } satisfies CompressionJob);
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#program, { execArgv: [] });
    worker.on('message', (compressed: CompressionResult) => {
      this.#crashes = 0;
      this.#finish(Buffer.from(compressed.buffer, compressed.byteOffset, compressed.byteLength));
    });
    // An error is followed by 'exit', which is handled; without a listener it would crash the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#crashes += 1;
      this.#finish(undefined);
    });
    // After the listeners: adding a 'message' listener refs the worker again.
    worker.unref();
    return worker;
  }

  #finish(compressed: Buffer | undefined): void {
    const job = this.#current;
    this.#current = undefined;
    job?.resolve(compressed);
    this.#startNext();
  }
}
