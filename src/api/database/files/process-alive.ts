import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

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

/** Whether a process of this machine is running, also one of another user (EPERM). */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
