import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** What identifies a start of the kernel and, in a container, the process namespace; '' where there is no such file. */
function readKernelIds(): string {
  try {
    return ` ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** Names the machine or container of this process, within which process ids are unique. Two containers may have one host name. */
export const processScope = hostname() + readKernelIds();

/** Clock ticks of a second in /proc; the same on every Linux machine that runs Node. */
const TICKS_PER_SECOND = 100;

/** A process's state ("Z" for one that has ended and was not waited for) and its start in seconds after that of the kernel, from /proc. */
function readProcess(pid: number): { state: string; startedAt: number } | undefined {
  try {
    // The name, in parentheses, may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state: fields[0] ?? '', startedAt: Number(fields[19]) / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

/** When a process of this machine started, in milliseconds since 1970; undefined where /proc does not tell. */
export function readProcessStart(pid: number): number | undefined {
  const started = readProcess(pid);
  return started && Date.now() - (uptime() - started.startedAt) * 1000;
}

/** Whether a process of this machine is running, also one of another user (EPERM). One that waits for its parent to read its end is not. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return !/^[ZX]/.test(readProcess(pid)?.state ?? '');
}
