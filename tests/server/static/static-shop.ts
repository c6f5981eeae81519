import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBuild } from '#server/build.ts';
import { createHost } from '#server/host.ts';
import { type BuiltSite, buildSite } from '#server/static/build-site.ts';
import { readStaticSettings } from '#server/static/static-settings.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

/** The store API's address for browsers, which is compiled into the build and not requested by these tests. */
export const PUBLIC_API = 'https://api.shop.example/api';
export const SITE_URL = 'https://shop.example';

export interface StaticShop {
  shop: TestShop;
  /** Base URL of the store API on this machine. */
  apiUrl: string;
  outDir: string;
  /** Lines that builds have printed. */
  printed: string[];
  build: (...args: string[]) => Promise<BuiltSite>;
  /** Builds from another address or with other settings. */
  buildFrom: (apiUrl: string, settings?: Record<string, string>) => Promise<BuiltSite>;
  close: () => Promise<void>;
}

/** Opens an empty store with its API on a free port, and a folder for its static site. */
export async function openStaticShop(): Promise<StaticShop> {
  const shop = await openShop();
  const folder = mkdtempSync(join(tmpdir(), 'haat-static-'));
  const outDir = join(folder, 'site');
  const mediaFolder = join(shop.dataDir, 'media');
  const { fetch: handleRequest, revision } = shop.store;
  const api = createHost({ clientFolder: undefined, mediaFolder, revision, handleRequest }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/api`;
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const shared = { PUBLIC_STORE_API_URL: PUBLIC_API, PUBLIC_SITE_URL: SITE_URL, PUBLIC_STORE_APP_KEY: 'test-key' };
  const buildFolder = await openBuild(print, { env: { ...process.env, ...shared, STATIC_SITE: '1' } });
  const build = async (args: readonly string[], env: Record<string, string>): Promise<BuiltSite> => {
    const settings = readStaticSettings(['--out', outDir, ...args], { ...shared, ...env });
    if (!settings) throw new Error('The arguments only ask for help');
    return buildSite({ ...settings, buildFolder, print, workers: 1, backoffMs: [0] });
  };
  return {
    shop,
    apiUrl,
    outDir,
    printed,
    build: (...args) => build(args, { STORE_API_URL: apiUrl }),
    buildFrom: (url, settings = {}) => build([], { STORE_API_URL: url, ...settings }),
    close: async () => {
      api.close();
      api.closeAllConnections();
      await shop.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
