import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./host-process.ts', import.meta.url));

/** The shop process under attack. */
export interface Victim {
  process: ChildProcess;
  port: number;
  /** Its output after the port: unexpected errors. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Starts the shop process, optionally with a limit of file descriptors. */
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

/** Counts the open descriptors of a process (Linux only). */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Returns a process's resident memory in bytes (Linux only). */
export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
