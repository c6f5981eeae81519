import { Worker } from 'node:worker_threads';
import type { CompressionCoding, CompressionLevel } from './compress-body.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

export interface CompressionJob {
  body: Uint8Array;
  coding: CompressionCoding;
  level: CompressionLevel;
}

export type CompressionResult = Uint8Array;

interface QueuedJob extends CompressionJob {
  resolve: (compressed: Buffer | undefined) => void;
}

/** Further jobs are rejected while the queue has this many; their pages try again on the next request. */
const MAX_QUEUED = 32;

/** After this many workers crashed on their first job, no more are started. */
const MAX_CRASHES = 5;

/** Over which the use of the event loop is measured, in milliseconds. */
const SAMPLE_MS = 50;

/** A strong compression starts after this time even if the event loop is still busy, in milliseconds: it takes 110 ms of another thread. */
const MAX_WAIT_MS = 3000;

const untilIdle = () => waitUntilIdle(MAX_WAIT_MS, SAMPLE_MS, false);

const workerProgram = new URL('./compression-worker.ts', import.meta.url);

/**
 * Compresses bodies one at a time in a worker thread; at the strong level only when the event loop is idle. The thread starts with the
 * first job, does not keep the process alive, and is replaced after a crash.
 */
export class BackgroundCompressor {
  readonly #queue: QueuedJob[] = [];
  readonly #program: URL;
  readonly #waitUntilIdle: () => Promise<void>;
  #current: QueuedJob | undefined;
  #worker: Worker | undefined;
  #crashes = 0;
  #closed = false;

  /** `program` is the worker's script; tests replace both. */
  constructor(program = workerProgram, idle = untilIdle) {
    this.#program = program;
    this.#waitUntilIdle = idle;
  }

  /** Compresses a body; undefined if the queue is full, the worker crashed, or this is closed. Never rejects. */
  compress(body: Buffer, coding: CompressionCoding, level: CompressionLevel): Promise<Buffer | undefined> {
    if (!this.isAccepting) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#queue.push({ body, coding, level, resolve });
      this.#startNext();
    });
  }

  get isAccepting(): boolean {
    return !this.#closed && this.#crashes < MAX_CRASHES && this.#queue.length < MAX_QUEUED;
  }

  get pending(): number {
    return this.#queue.length + (this.#current ? 1 : 0);
  }

  /** Stops the worker; queued jobs resolve to undefined. */
  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#worker) this.#current?.resolve(undefined);
    for (const { resolve } of this.#queue.splice(0)) resolve(undefined);
    await this.#worker?.terminate();
  }

  #startNext(): void {
    if (this.#current || this.#closed) return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#current = job;
    if (job.level === 'quick') this.#send(job);
    else void this.#waitUntilIdle().then(() => this.#send(job));
  }

  #send(job: QueuedJob): void {
    if (this.#closed) return;
    this.#worker ??= this.#startWorker();
    const { resolve: _, ...message } = job;
    this.#worker.postMessage(message satisfies CompressionJob);
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#program, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 2 } });
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
