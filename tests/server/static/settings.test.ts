import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSite } from '#server/static/build-site.ts';
import { lockSite } from '#server/static/site-lock.ts';
import { readStaticSettings } from '#server/static/static-settings.ts';
import { watchCatalogue } from '#server/static/watch-catalogue.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haat-static-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = { PUBLIC_STORE_API_URL: 'https://api.shop.example/api/', PUBLIC_SITE_URL: 'https://shop.example/' };

test('the settings of a static site come from the command line and the environment', () => {
  expect(readStaticSettings(['--out', folder, '--no-compress'], env)).toMatchObject({
    apiUrl: 'https://api.shop.example/api',
    publicApiUrl: 'https://api.shop.example/api',
    siteUrl: 'https://shop.example',
    applicationKey: 'demo-key',
    outDir: folder,
    pictures: 'api',
    compress: false,
    watch: false,
  });
  const STORE_API_URL = 'http://127.0.0.1:4000/api';
  expect(readStaticSettings([], { ...env, STORE_API_URL })).toMatchObject({ apiUrl: STORE_API_URL, compress: true });
  expect(readStaticSettings(['--help'], {})).toBeUndefined();
});

test('the pages of a static site get the settings of analytics, and wrong ones are refused', () => {
  const analytics = { ANALYTICS_GA4: 'G-ABC123DEF4', ANALYTICS_PLAUSIBLE: 'shop.example' };
  expect(readStaticSettings([], { ...env, ...analytics, ANALYTICS_META_PIXEL: '' })).toMatchObject({ analytics });
  expect(readStaticSettings([], env)).toMatchObject({ analytics: {} });
  expect(() => readStaticSettings([], { ...env, ANALYTICS_GA4: 'UA-1' })).toThrow(/^ANALYTICS_GA4 must be .+, not "UA-1"$/);
});

test.each([
  [[], { ...env, PUBLIC_STORE_API_URL: '' }, /^PUBLIC_STORE_API_URL must be set to the store API as browsers reach it, such as /],
  [[], { ...env, PUBLIC_SITE_URL: 'shop.example' }, /^PUBLIC_SITE_URL must be set to .+, not "shop\.example"$/],
  [[], { ...env, PUBLIC_SITE_URL: 'https://me.example/shop' }, /^PUBLIC_SITE_URL must have no path/],
  [['--pictures', 'some'], env, /^--pictures must be copy or api, not "some"$/],
  [['--output', 'x'], env, /^Unknown option '--output'[\s\S]*Usage: npm run build:static/],
])('%j with %j is refused with a sentence', (args, settings, message) => {
  expect(() => readStaticSettings(args, settings)).toThrow(message);
});

test('a folder with files of its owner is not overwritten', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  const settings = readStaticSettings(['--out', folder], env);
  if (!settings) throw new Error('no settings');
  await expect(buildSite({ ...settings, buildFolder: folder, print: () => undefined })).rejects.toThrow(
    / has files that this program did not write\. Choose another folder with --out, or empty it$/,
  );
});

test('two processes do not build one site at a time; a lock of an ended process does not count', () => {
  const outDir = join(folder, 'site');
  mkdirSync(outDir);
  writeFileSync(join(folder, '.site.lock'), '1');
  expect(() => lockSite(outDir)).toThrow(/^Process 1 is building .+ already\. Wait until it ends, or end it$/);
  writeFileSync(join(folder, '.site.lock'), '99999999');
  const unlock = lockSite(outDir);
  unlock();
  lockSite(outDir)();
});

test('watching builds once after several changes, on SIGHUP, and again after a failure', async () => {
  let revision = 1;
  const api = createServer((_request, response) => response.end(JSON.stringify({ success: true, revision }))).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => api.once('listening', resolve));
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const builds: number[] = [];
  const printed: string[] = [];
  let failures = 0;
  const build = async (): Promise<number> => {
    if (failures-- > 0) throw new Error('No space');
    builds.push(revision);
    return revision;
  };
  const store = { apiUrl, applicationKey: 'key', applicationKeyHeader: 'x-app-key' };
  const print = (line: string): void => void printed.push(line);
  const watching = watchCatalogue({ store, built: 1, build, print, pollMs: 10, settleMs: 30 });
  await expect.poll(() => printed).toHaveLength(1);
  for (revision = 2; revision < 5; revision++) await new Promise((resolve) => setTimeout(resolve, 5));
  await expect.poll(() => builds).toEqual([5]);
  failures = 1;
  revision = 6;
  await expect.poll(() => builds).toEqual([5, 6]);
  expect(printed[1]).toMatch(/No space.*\. The published site stays as it is; the next attempt follows\.$/);
  process.kill(process.pid, 'SIGHUP');
  await expect.poll(() => builds).toEqual([5, 6, 6]);
  process.emit('SIGTERM');
  await watching;
  api.close();
});
