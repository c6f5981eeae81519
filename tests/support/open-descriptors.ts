import { readdirSync, readlinkSync } from 'node:fs';

/** Counts this process's open file descriptors of a file or folder. Reads the links that Linux keeps in /proc. */
export function countOpenDescriptors(path: string): number {
  const isOfPath = (descriptor: string): boolean => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
    } catch {
      // Closed since the folder was read.
      return false;
    }
  };
  return readdirSync('/proc/self/fd').filter(isOfPath).length;
}
