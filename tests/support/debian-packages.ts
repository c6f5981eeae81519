import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How long apt-get waits for another one, in seconds: the workers of a test run may start it at the same time. */
const LOCK_TIMEOUT_S = 120;

/** How long it waits for a server that does not answer, in seconds. */
const SERVER_TIMEOUT_S = 15;

/** Folder of unpacked packages and of the lock. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/debian', import.meta.url));

/** Path of an installed program. Those of the system's administrator are not in every user's PATH. */
export function findInstalled(program: string): string | undefined {
  const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH }, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function runApt(cwd: string, parameters: readonly string[]): void {
  const options = [`DPkg::Lock::Timeout=${LOCK_TIMEOUT_S}`, `Acquire::http::Timeout=${SERVER_TIMEOUT_S}`];
  mkdirSync(cache, { recursive: true });
  const apt = ['apt-get', '--quiet', ...options.flatMap((option) => ['--option', option]), ...parameters];
  execFileSync('flock', ['--timeout', String(LOCK_TIMEOUT_S), join(cache, 'lock'), ...apt], {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Whether this process may change the system's packages, and the system has Debian's. */
export const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Runs apt-get in a folder, again with updated package lists if it fails. Throws if it still fails. */
export function aptGet(parameters: readonly string[], cwd = tmpdir()): void {
  try {
    runApt(cwd, parameters);
  } catch {
    runApt(cwd, ['update']);
    runApt(cwd, parameters);
  }
}

/** Downloads Debian packages and unpacks them into one folder, without installing them: an installed server would start. */
function unpackPackages(packages: readonly string[]): string {
  const folder = join(cache, packages.join('+'));
  if (existsSync(folder)) return folder;
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    aptGet(['download', ...packages], part);
    execFileSync('sh', ['-c', 'for package in *.deb; do dpkg-deb --extract "$package" . || exit 1; rm "$package"; done'], {
      cwd: part,
    });
    renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return folder;
}

interface FoundProgram {
  /** Path of the executable. */
  path: string;
  /** What stands before `/etc`: nothing, or the folder of the unpacked packages. */
  root: string;
}

/**
 * Finds an installed program, or the one at `place` in Debian packages, which are unpacked for the tests. Undefined without both, or if
 * it cannot start.
 */
export function findProgram(place: string, packages: readonly string[]): FoundProgram | undefined {
  const installed = findInstalled(basename(place));
  if (installed) return { path: installed, root: '' };
  if (!canUseApt()) return undefined;
  try {
    const root = unpackPackages(packages);
    const path = join(root, place);
    return spawnSync('ldd', [path], { encoding: 'utf8' }).stdout.includes('not found') ? undefined : { path, root };
  } catch {
    return undefined;
  }
}
