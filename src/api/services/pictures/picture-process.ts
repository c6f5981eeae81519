import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { withTimeout } from '#api/services/concurrency.ts';
import { memoryArgs, memoryEnv } from '#api/services/node-memory-flags.mjs';

/** The process did not reply: it crashed, took too long, or needed more memory than allowed. */
export class PictureProcessEnded extends Error {
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout: boolean) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

/** The process ends after this time without work, in milliseconds. */
const IDLE_MS = 5000;

/** Limit of the process's heap, in megabytes; the image library's memory is not part of it. */
const MAX_HEAP_MB = 64;

/** The process ends after this many pictures, so that memory that the image library does not return is freed. */
const MAX_PICTURES = 200;

export interface PictureProcessOptions {
  /** The program: replies to each message with one message. */
  program: URL;
  timeoutMs: number;
  idleMs?: number;
  /** Limit of the process's memory, in megabytes: the program's first argument, which it keeps itself. */
  maxMemoryMb?: number;
}

export interface PictureInput {
  bytes?: Uint8Array;
  /** Ends the process when it aborts. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs the image library in a process of its own: its memory is freed when it ends, a crash in it ends only the picture, and it has a lower
 * priority than the server. One picture at a time. The process starts with the first picture, ends when it is idle, and does not keep this
 * one alive.
 */
export class PictureProcess<Request extends object, Reply> {
  readonly #program: string;
  readonly #idleMs: number;
  readonly #timeoutMs: number;
  readonly #maxMemoryMb: number | undefined;
  #left = MAX_PICTURES;
  #child: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor({ program, timeoutMs, idleMs = IDLE_MS, maxMemoryMb }: PictureProcessOptions) {
    this.#program = fileURLToPath(program);
    this.#idleMs = idleMs;
    this.#timeoutMs = timeoutMs;
    this.#maxMemoryMb = maxMemoryMb;
  }

  /** Process id while the process runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Returns the reply to a message; the program reads `bytes` from its standard input, which copies them less often than a message does. Throws
   * `PictureProcessEnded` without a reply, such as when the signal aborts. Call it again only after the last call has settled.
   */
  async ask(request: Request, { bytes, signal }: PictureInput = {}): Promise<Reply> {
    clearTimeout(this.#idleTimer);
    const child = this.#child ?? this.#start();
    const reply = await this.#askInTime(child, request, bytes, signal);
    if (--this.#left === 0) this.#stop(child);
    else this.#idleTimer = setTimeout(() => this.#stop(child), this.#idleMs).unref();
    return reply;
  }

  /** Ends the process; the next picture starts another. Not while a picture is in work. */
  end(): void {
    clearTimeout(this.#idleTimer);
    if (this.#child) this.#stop(this.#child);
  }

  /** Keeps this process alive until the reply. A process without one is stopped. */
  async #askInTime(child: ChildProcess, request: Request, bytes?: Uint8Array, signal?: AbortSignal): Promise<Reply> {
    child.channel?.ref();
    const stop = () => this.#stop(child);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    try {
      const createError = () => new PictureProcessEnded(`The picture was not made within ${this.#timeoutMs} ms`, true);
      return await withTimeout(this.#ask(child, request, bytes), this.#timeoutMs, createError);
    } catch (error) {
      this.#stop(child);
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      child.channel?.unref();
    }
  }

  async #ask(child: ChildProcess, request: Request, bytes?: Uint8Array): Promise<Reply> {
    const listening = new AbortController();
    const { signal } = listening;
    try {
      const ended = once(child, 'exit', { signal }).then(([code, exitSignal]) => {
        throw new PictureProcessEnded(`The process that makes pictures ended (${exitSignal ?? code})`, false);
      });
      const message = once(child, 'message', { signal }) as Promise<[Reply]>;
      child.send(request);
      if (bytes) child.stdin?.write(bytes);
      const [reply] = await Promise.race([message, ended]);
      return reply;
    } finally {
      listening.abort();
    }
  }

  #start(): ChildProcess {
    const child = fork(this.#program, this.#maxMemoryMb ? [String(this.#maxMemoryMb)] : [], {
      execArgv: [...memoryArgs, `--max-old-space-size=${MAX_HEAP_MB}`],
      // Without these settings it takes twice the memory.
      env: { ...process.env, ...memoryEnv },
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    this.#left = MAX_PICTURES;
    child.unref();
    const input = child.stdin as Socket;
    input.unref();
    // The end of the process is the error that counts.
    input.on('error', () => undefined);
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
