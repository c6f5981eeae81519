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

/** What /proc says of a process after its name: its state first ("Z" for one that has ended and was not waited for), its start as the twentieth. */
function readStat(pid: number): string[] {
  try {
    // The name, in parentheses, may contain spaces and parentheses.
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** When a process started, in clock ticks since the start of the kernel; '' where /proc does not tell. */
export const readStartTicks = (pid: number): string => readStat(pid)[19] ?? '';

/** When a process of this machine started, in milliseconds since 1970; undefined where /proc does not tell. */
export function readProcessStart(pid: number): number | undefined {
  const ticks = readStartTicks(pid);
  return ticks === '' ? undefined : Date.now() - (uptime() - Number(ticks) / TICKS_PER_SECOND) * 1000;
}

/** Whether a process of this machine is running, also one of another user (EPERM). One that waits for its parent to read its end is not. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return !/^[ZX]/.test(readStat(pid)[0] ?? '');
}
