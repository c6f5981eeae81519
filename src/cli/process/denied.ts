import { userInfo } from 'node:os';

/** Errors of the file system that say that the user of this process may not use a path. */
const codes: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Whether an error says that the user of this process may not use a path. */
export const isDenied = (error: unknown): boolean => codes.has((error as NodeJS.ErrnoException | undefined)?.code);

/** The name of the user of this process; the number of one without a name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
