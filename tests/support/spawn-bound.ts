import { type ChildProcessByStdio, type SpawnOptions, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;

/** Starts a program of Node that ends when this process does, even by a signal that runs no code. Its output is piped. */
export const spawnBound = (program: string[], options: SpawnOptions = {}): ChildProcessByStdio<Writable, Readable, Readable> =>
  spawn(process.execPath, ['--import', endWithParent, ...program], { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
