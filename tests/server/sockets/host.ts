import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./host-process.ts', import.meta.url));

/** A shop process that is attacked. */
export interface Victim {
  process: ChildProcess;
  port: number;
  /** What it printed since its port: unforeseen failures. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Starts the shop process; with `descriptors`, it may open no more files and connections than that. */
export async function startVictim(descriptors?: number): Promise<Victim> {
  const stdio = ['ignore', 'pipe', 'inherit', 'ipc'] as ['ignore', 'pipe', 'inherit', 'ipc'];
  const limited = ['-c', `ulimit -n ${descriptors} && exec "$0" "$1"`, process.execPath, program];
  const child = descriptors ? spawn('sh', limited, { stdio }) : spawn(process.execPath, [program], { stdio });
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
    },
  };
}

/** How many descriptors a process has open; only Linux tells. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** A process's memory in bytes; only Linux tells. */
export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
