import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const program = fileURLToPath(new URL('./host-process.ts', import.meta.url));

/** A new data folder of a shop process, and how to remove it once the process has ended. */
export function newHostFolder(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-host-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** The shop process under attack. */
export interface Victim {
  process: ChildProcess;
  port: number;
  /** Its output after the port: unexpected errors. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Starts the shop process, optionally with a limit of file descriptors, and further settings. */
export async function startVictim(descriptors?: number, settings: Record<string, string> = {}): Promise<Victim> {
  const stdio = ['ignore', 'pipe', 'inherit', 'ipc'] as ['ignore', 'pipe', 'inherit', 'ipc'];
  const folder = newHostFolder();
  const options = { stdio, env: { ...process.env, DATA_DIR: folder.dataDir, ...settings } };
  const limited = ['-c', `ulimit -n ${descriptors} && exec "$0" "$1"`, process.execPath, program];
  const child = descriptors ? spawn('sh', limited, options) : spawn(process.execPath, [program], options);
  const ended = once(child, 'close');
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const line = /^(\d+)\n/.exec(output);
      if (line) resolve(Number(line[1]));
    });
    child.once('exit', (code) => reject(new Error(`The shop stopped with ${code}: ${output}`)));
  });
  return {
    process: child,
    port,
    output: () => output.replace(/^\d+\n/, ''),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      folder.remove();
    },
  };
}

/** Counts the open descriptors of a process (Linux only). */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Returns a process's resident memory in bytes (Linux only). */
export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Returns the bytes of a page with Brotli. */
const brotliBytes = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br' }, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => resolve(bytes));
    }).once('error', reject);
  });

/**
 * Requests a page until its strong compression has been made: the worker thread that makes it has then opened descriptors, once, which it
 * keeps.
 */
export async function startCompressionWorker({ port }: Victim, path: string): Promise<void> {
  const quick = await brotliBytes(port, path);
  await expect.poll(() => brotliBytes(port, path), { timeout: 20_000 }).not.toBe(quick);
}
