import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withTimeout } from '#api/services/concurrency/with-timeout.ts';
import { memoryArgs, memoryEnv } from '#api/services/node-memory-flags.mjs';

/** Answer of the process. */
export type RasteriseReply = { jpeg: Uint8Array; failure?: never } | { jpeg?: never; failure: string };

/** A picture is given up after this time, in milliseconds; the image library's own timeout comes first. */
const TIMEOUT_MS = 30_000;

/** The process ends after this time without work, in milliseconds. */
const IDLE_MS = 5000;

/** Limit of the process's heap, in megabytes; the image library's memory is not part of it. */
const MAX_HEAP_MB = 64;

const rasteriseProgram = new URL('./rasterise-process.ts', import.meta.url);

/**
 * Rasterises SVGs in a process of its own: the image library's memory is freed when it ends, a crash in it ends only the picture, and it has
 * a lower priority than the server. One picture at a time. The process starts with the first picture, ends when it is idle, and does not
 * keep this one alive.
 */
export class Rasteriser {
  readonly #program: string;
  readonly #idleMs: number;
  readonly #timeoutMs: number;
  #child: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /** Tests replace all three. */
  constructor({ program = rasteriseProgram, idleMs = IDLE_MS, timeoutMs = TIMEOUT_MS } = {}) {
    this.#program = fileURLToPath(program);
    this.#idleMs = idleMs;
    this.#timeoutMs = timeoutMs;
  }

  /** Process id while the process runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Returns the JPEG of an SVG. Throws when it cannot be rasterised or takes too long, or when the process ends. Call it again only after the
   * last call has settled.
   */
  async rasterise(svg: Uint8Array): Promise<Uint8Array> {
    clearTimeout(this.#idleTimer);
    const child = this.#child ?? this.#start();
    const { jpeg, failure } = await this.#askInTime(child, svg);
    this.#idleTimer = setTimeout(() => this.#stop(child), this.#idleMs).unref();
    if (failure !== undefined) throw new Error(failure);
    return jpeg;
  }

  /** Keeps this process alive until the answer. A process without one is stopped. */
  async #askInTime(child: ChildProcess, svg: Uint8Array): Promise<RasteriseReply> {
    child.channel?.ref();
    try {
      const createError = () => new Error(`The picture was not made within ${this.#timeoutMs} ms`);
      return await withTimeout(this.#ask(child, svg), this.#timeoutMs, createError);
    } catch (error) {
      this.#stop(child);
      throw error;
    } finally {
      child.channel?.unref();
    }
  }

  async #ask(child: ChildProcess, svg: Uint8Array): Promise<RasteriseReply> {
    const listening = new AbortController();
    const { signal } = listening;
    try {
      const ended = once(child, 'exit', { signal }).then(([code, exitSignal]) => {
        throw new Error(`The process that makes pictures ended (${exitSignal ?? code})`);
      });
      const answered = once(child, 'message', { signal }) as Promise<[RasteriseReply]>;
      child.send(svg);
      const [answer] = await Promise.race([answered, ended]);
      return answer;
    } finally {
      listening.abort();
    }
  }

  #start(): ChildProcess {
    const child = fork(this.#program, {
      execArgv: [...memoryArgs, `--max-old-space-size=${MAX_HEAP_MB}`],
      // Without these settings it takes twice the memory.
      env: { ...process.env, ...memoryEnv },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    child.on('error', () => this.#stop(child));
    this.#child = child;
    return child;
  }

  #stop(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill('SIGKILL');
  }
}
