import { reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { EnvFileError } from '#api/env-file.mjs';
import { ConfigurationError } from '#api/environment/configuration.ts';
import { ShopConfigError } from '#api/extend/load-shop-config.ts';

/** The server cannot start for a reason that the owner can fix; the message says how. */
export class StartFailure extends Error {}

/** Errors whose message says what to do. */
const explained = [ConfigurationError, EnvFileError, ShopConfigError, StoreUnavailable, StartFailure];

/** What to do about a system error, by its code. */
const advice: Readonly<Record<string, string>> = {
  EACCES: 'Give the user that runs the shop access to it, or run the shop as the user that owns it',
  EPERM: 'Give the user that runs the shop access to it, or run the shop as the user that owns it',
  EROFS: 'The disk is mounted read-only: remount it with write access',
  ENOSPC: 'The disk is full: free some space and start again',
  EDQUOT: 'The disk quota is used up: free some space and start again',
  EMFILE: 'Too many files are open: raise the limit (ulimit -n) and start again',
  ENFILE: 'Too many files are open on this machine: close other programs and start again',
};

/** Explains why the server did not start and, if known, what to do. */
export function explainStartFailure(error: unknown): string {
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message;
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  const hint = advice[code] ?? 'Set DEBUG=1 to see where it failed';
  return `The shop cannot start (${reasonOf(error)}). ${hint}`;
}

/** Explains why the server cannot listen, and what to do. */
export function explainListenFailure(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`;
  if (error.code === 'EACCES')
    return `Port ${port} is reserved for the system administrator. Choose another port, such as PORT=4321, and let a web server forward to it`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return `HOST must be an address of this machine, such as localhost or 0.0.0.0, not "${host}"`;
  return `The server cannot listen on ${host}, port ${port} (${reasonOf(error)})`;
}

/** Prints why the server cannot start (with the stack if DEBUG is set) and exits with 1. */
export function exitWithStartFailure(error: unknown): never {
  console.error(explainStartFailure(error));
  if (process.env['DEBUG'] && error instanceof Error) console.error(error.stack);
  process.exit(1);
}
