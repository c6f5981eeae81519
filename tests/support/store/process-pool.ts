import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { programPath } from './programs.ts';

/** How long a process waits before it asks a busy store again. */
export const BUSY_PAUSE_MS = 100;

/** Idle processes by program, shared by all tests of a worker: loading the store is most of a short errand's time. */
const idle = new Map<string, ChildProcess[]>();

/** Processes with an errand, by program. All are killed when one fails, because its test has failed. */
const busy = new Map<string, Set<ChildProcess>>();

async function start(program: string): Promise<ChildProcess> {
  const child = fork(await programPath(program), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  // The processes end when this one disconnects by ending, and do not keep it running.
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Sends an errand to a process of its own that runs `program` (see `programPath`, `serveErrands`); resolves to its answer. Throws when the process ends
 * first or writes to its standard error.
 */
export async function runErrand<Errand extends object, Answer>(program: string, errand: Errand): Promise<Answer> {
  const processes = idle.get(program) ?? [];
  idle.set(program, processes);
  const child = processes.pop() ?? (await start(program));
  const others = busy.get(program) ?? new Set();
  busy.set(program, others.add(child));
  child.channel?.ref();
  let errors = '';
  const collect = (chunk: Buffer): void => {
    errors += chunk;
  };
  child.stderr?.on('data', collect);
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The process ended (${signal ?? code}): ${errors}`);
  });
  child.send(errand);
  try {
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
    if (errors) throw new Error(errors);
    processes.push(child);
    return answer;
  } catch (error) {
    for (const other of others) other.kill('SIGKILL');
    throw error;
  } finally {
    others.delete(child);
    child.stderr?.off('data', collect);
    child.channel?.unref();
  }
}

/** In such a process: answers each errand until the parent ends. */
export function serveErrands<Errand, Answer>(work: (errand: Errand) => Promise<Answer>): void {
  process.on('message', async (errand: Errand) => process.send?.(await work(errand)));
  process.once('disconnect', () => process.exit());
}
