import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIfNeeded, openBuild } from '#server/build.ts';
import { hashInputs } from '#server/builds/build-fingerprint.ts';
import { isInUse, markInUse, removeMark } from '#server/builds/in-use-marks.ts';
import { makePages } from './write-pages.ts';

let buildsFolder: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  buildsFolder = mkdtempSync(join(tmpdir(), 'builds-'));
  chmodSync(buildsFolder, 0o755);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => end(child, 'SIGKILL')));
  rmSync(buildsFolder, { recursive: true, force: true });
});

const silent = () => undefined;
const build = (shop: string, text = shop): Promise<string> =>
  buildIfNeeded(silent, { buildsFolder, env: { PUBLIC_STORE_APP_KEY: shop }, make: makePages(text) });

/** Starts a process that uses the build of `shop`; returns the build's folder. */
async function startUser(
  shop: string,
  owner: { uid?: number; gid?: number } = {},
): Promise<{ child: ChildProcess; folder: string }> {
  const program = join(import.meta.dirname, 'build-user-process.ts');
  const child = spawn(process.execPath, [program, buildsFolder, shop], { stdio: ['ignore', 'pipe', 'inherit'], ...owner });
  running.push(child);
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, folder: String(line).trim() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const page = (folder: string): string => join(folder, 'client', 'page.js');

test('a build is kept while a process uses it, however many follow', async () => {
  const { child, folder } = await startUser('a');
  for (const later of ['b', 'c', 'd']) await build(later);
  expect(existsSync(page(folder))).toBe(true);
  await end(child, 'SIGTERM');
  expect(readdirSync(join(folder, 'running'))).toEqual([]);
  await build('e');
  expect(existsSync(folder)).toBe(false);
});

test('a killed process keeps no build', async () => {
  const { child, folder } = await startUser('a');
  await end(child, 'SIGKILL');
  expect(readdirSync(join(folder, 'running'))).toEqual([String(child.pid)]);
  for (const later of ['b', 'c']) await build(later);
  expect(existsSync(folder)).toBe(false);
});

test('a mark does not count for a later process with the same id', async () => {
  const folder = await build('a');
  markInUse(folder);
  const mark = join(folder, 'running', String(process.pid));
  const { readFile, writeFile } = await import('node:fs/promises');
  const said = JSON.parse(await readFile(mark, 'utf8'));
  expect(await isInUse(folder)).toBe(true);
  await writeFile(mark, JSON.stringify({ ...said, started: '1' }));
  expect(await isInUse(folder)).toBe(process.platform !== 'linux');
  removeMark(folder);
});

test.for(['not a mark', '{"pid":1,"host":"another machine","boot":"","started":""}'])(
  'a mark that cannot be checked keeps its build: %s',
  async (mark) => {
    const folder = await build('a');
    writeFileSync(join(folder, 'running', '1'), mark);
    for (const later of ['b', 'c', 'd']) await build(later);
    expect(existsSync(page(folder))).toBe(true);
  },
);

test('the same sources with a different result get a new build name', async () => {
  const first = await build('a', 'one');
  rmSync(join(first, 'complete'));
  const second = await build('a', 'two');
  expect(second).not.toBe(first);
  expect(existsSync(page(first))).toBe(true);
});

test('a production start builds the first pages, and never changed ones', async () => {
  const start = (shop: string) =>
    openBuild(silent, { buildsFolder, env: { PUBLIC_STORE_APP_KEY: shop }, make: makePages(shop), rebuild: false });
  const first = await start('a');
  expect(await start('a')).toBe(first);
  await expect(start('b')).rejects.toThrow(/changed since the last build.* run npm run build/);
  expect(readdirSync(buildsFolder)).toHaveLength(1);
  const second = await build('b');
  expect(await start('b')).toBe(second);
  for (const folder of [first, second]) removeMark(folder);
});

test('two concurrent builds both succeed, with one set of files', async () => {
  const folders = await Promise.all([build('a'), build('a'), build('a')]);
  expect(new Set(folders).size).toBe(1);
  expect(readdirSync(buildsFolder)).toHaveLength(1);
  expect(readdirSync(join(folders[0] as string, 'running'))).toEqual([]);
});

test('a failed build leaves no files, and an interrupted one is removed by the next', async () => {
  const make = () => Promise.reject(new Error('out of memory'));
  await expect(buildIfNeeded(silent, { buildsFolder, make })).rejects.toThrow('out of memory');
  expect(readdirSync(buildsFolder)).toEqual([]);
  mkdirSync(join(buildsFolder, 'building-Ab12Cd'));
  await build('a');
  expect(readdirSync(buildsFolder).filter((name) => name.startsWith('building-'))).toEqual([]);
});

test('another user can read a build and mark it', async () => {
  const folder = await build('a');
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  expect(statSync(join(folder, 'running')).mode & 0o7777).toBe(0o1777);
  if (process.getuid?.() !== 0) return;
  const other = await startUser('a', { uid: 65534, gid: 65534 });
  expect(other.folder).toBe(folder);
  for (const later of ['b', 'c', 'd']) await build(later);
  expect(existsSync(page(folder))).toBe(true);
});

test('a build that cannot be marked is still used', async () => {
  const folder = await build('a');
  rmSync(join(folder, 'running'), { recursive: true });
  expect(markInUse(folder)).toBe(false);
  const options = { buildsFolder, env: { PUBLIC_STORE_APP_KEY: 'a' }, make: makePages('a') };
  expect(await openBuild(silent, options)).toBe(folder);
});

test('the public address is not part of a build', async () => {
  const at = (PUBLIC_SITE_URL: string) => buildIfNeeded(silent, { buildsFolder, env: { PUBLIC_SITE_URL }, make: makePages('a') });
  expect(await at('https://a.example')).toBe(await at('https://b.example'));
});

test('only settings that are compiled in make another build', async () => {
  const project = mkdtempSync(join(tmpdir(), 'project-'));
  const before = await hashInputs(project, {});
  writeFileSync(join(project, '.env'), 'PUBLIC_SITE_URL=https://shop.example');
  expect(await hashInputs(project, {})).toBe(before);
  expect(await hashInputs(project, { PUBLIC_STORE_APP_KEY: 'other' })).not.toBe(before);
  rmSync(project, { recursive: true });
});

test('a change of any file that the build configuration imports makes another build', async () => {
  const root = join(import.meta.dirname, '../../..');
  const imported = [...readFileSync(join(root, 'astro.config.mjs'), 'utf8').matchAll(/^import .* from '\.\/(.+)';$/gm)];
  expect(imported.length).toBeGreaterThan(3);
  const project = mkdtempSync(join(tmpdir(), 'project-'));
  for (const [, file = ''] of imported) {
    const before = await hashInputs(project, {});
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), 'changed');
    expect(await hashInputs(project, {}), file).not.toBe(before);
  }
  rmSync(project, { recursive: true });
});

test('every user can read a build that was made with a strict umask', async () => {
  const folder = join(buildsFolder, 'new', 'dist');
  const make = async (outDir: string) => {
    await makePages('a')(outDir);
    for (const part of ['client', 'server']) {
      chmodSync(join(outDir, part), 0o700);
      chmodSync(join(outDir, part, 'page.js'), 0o600);
    }
  };
  const made = await buildIfNeeded(silent, { buildsFolder: folder, make });
  const mode = (path: string): number => statSync(path).mode & 0o777;
  expect([folder, made, join(made, 'client'), join(made, 'server')].map(mode)).toEqual([0o755, 0o755, 0o755, 0o755]);
  expect(readdirSync(join(made, 'client')).map((name) => mode(join(made, 'client', name)))).toEqual([0o644]);
});
