import { join } from 'node:path';
import { inject } from 'vitest';
import { openBuild } from '#server/build.ts';
import { buildSite } from '#server/static/build-site.ts';
import { readStaticSettings } from '#server/static/static-settings.ts';
import { findNginx } from '#tests/support/cdn/nginx.ts';
import { startNginxSite } from './nginx-site.ts';
import { startStaticServer } from './static-server.ts';

/** The files of a shop's pages, and a server that only sends files. */
export interface StaticShop {
  url: string;
  /** Process of the server; undefined if it is this one. */
  pid: number | undefined;
  /** Builds the files again, after a change of the store. */
  build: () => Promise<void>;
  stop: () => void;
}

/** Builds the static site of the store at `apiUrl` in `folder`, and serves it at `port`: by nginx where it is installed. */
export async function startStaticShop(apiUrl: string, folder: string, port: number): Promise<StaticShop> {
  const url = `http://127.0.0.1:${port}`;
  const outDir = join(folder, 'site');
  const addresses = { PUBLIC_STORE_API_URL: inject('publicApiUrl'), PUBLIC_SITE_URL: url };
  const print = (): void => undefined;
  const buildFolder = await openBuild(print, { env: { ...process.env, ...addresses, STATIC_SITE: '1' } });
  const settings = readStaticSettings(['--no-compress', '--out', outDir], { ...addresses, STORE_API_URL: apiUrl });
  if (!settings) throw new Error('The arguments only ask for help');
  let built = Promise.resolve();
  // One after the other: a test may run several commands at once.
  const build = (): Promise<void> => {
    built = built
      .catch(() => undefined)
      .then(async () => void (await buildSite({ ...settings, buildFolder, print, workers: 1 })));
    return built;
  };
  await build();
  const nginx = findNginx();
  const server = nginx
    ? await startNginxSite(nginx, outDir, join(folder, 'nginx'), port)
    : { pid: undefined, ...(await startStaticServer(outDir, port)) };
  return { url, pid: server.pid, build, stop: server.stop };
}
