import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { launcher, type RunningServer, startServer } from '#tests/support/start-server.ts';
import { startStaticShop } from '#tests/support/static-site/static-shop.ts';
import { addRoute } from './api-gateway.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { runStore } from './run-store.ts';
import { setting } from './setting.ts';
import { assignServices, openServices, removeServices, settingsOf } from './shared-services.ts';

/** A running shop: the real server in its own process, on a free port, with its own data. */
export interface RunningShop {
  url: string;
  /** Base URL of the store API, for calls of a test itself. */
  apiUrl: string;
  /** The same as browsers call it. */
  publicApiUrl: string;
  pid: number;
  /** All its processes: the store has one of its own in the setting `remote`. */
  pids: number[];
  dataDir: string;
  /** Returns the server's output so far. */
  output: () => string;
  /** Runs an owner's command on this shop; resolves to its output. */
  store: (...command: string[]) => Promise<string>;
  /** Builds static files again after a change that no command has made; pages of a server show it by themselves. */
  publish: () => Promise<void>;
  stop: () => Promise<void>;
  /** Terminates the process and resolves to its exit code; keeps the data. */
  terminate: () => Promise<number | null>;
  /** Kills one of its servers, as a crash does; in the setting `servers` only. */
  killServer?: () => void;
}

/** Where a shop is, for what only calls it. */
export type ShopAddress = Pick<RunningShop, 'url' | 'apiUrl'>;

/** Origin of a shop's store as browsers see it, if it is not the pages' own; else ''. */
export function storeOrigin({ url, publicApiUrl }: RunningShop): string {
  const { origin } = new URL(publicApiUrl);
  return origin === url ? '' : origin;
}

/** Creates a data folder, empty or as a copy of `template`. */
export function newDataDir(template?: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-shop-'));
  if (template) cpSync(template, dataDir, { recursive: true });
  if (setting === 'servers') assignServices(dataDir, template);
  return dataDir;
}

/** Removes a data folder with what its shop has elsewhere. */
async function removeData(dataDir: string): Promise<void> {
  await removeServices(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Opens the database of a running shop. Close it with `destroy()`. */
export const openRecords = ({ dataDir }: Pick<RunningShop, 'dataDir'>): Promise<Db> =>
  openDatabase(dataDir, settingsOf(dataDir)['DATABASE_URL']);

type Environment = Record<string, string>;

/** Settings with which a shop is no demo, or one by other rules. All other shops show codes to every browser of a test. */
const endsDemo = ['DEMO_MODE', 'SMTP_URL', 'SMS_AUTH_KEY', 'RAZORPAY_KEY_ID', 'PUBLIC_SITE_URL', 'TRUST_PROXY', 'NODE_ENV'];

/** Starts a program of the server with `dataDir`. */
const startOn = (dataDir: string, environment: Environment, ...program: string[]): Promise<RunningServer> =>
  startServer(program, {
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    ...(!endsDemo.some((name) => name in environment) && { DEMO_MODE: '1' }),
    ...settingsOf(dataDir),
    ...environment,
  });

/** Returns a port that is free, below those that the system gives to outgoing connections. */
export async function freePort(): Promise<string> {
  const port = 10_000 + Math.floor(Math.random() * 10_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return isFree ? String(port) : freePort();
}

/** Starts a shop as static files, with the store at another origin. */
async function startStatic(dataDir: string, environment: Environment): Promise<RunningShop> {
  const port = environment['PORT'] ?? (await freePort());
  const site = `http://127.0.0.1:${port}`;
  const allowed = { ADMIN: 'off', ...environment, STORE_ALLOWED_ORIGINS: site, PORT: '0' };
  const store = await startOn(dataDir, allowed, launcher, '--api-only');
  addRoute(inject('apiRoutes'), site, store.url);
  const pages = await startStaticShop(`${store.url}/api`, join(dataDir, 'static-site'), Number(port)).catch(async (error) => {
    await store.terminate();
    throw error;
  });
  const terminate = (): Promise<number | null> => {
    pages.stop();
    return store.terminate();
  };
  return {
    url: pages.url,
    apiUrl: `${store.url}/api`,
    publicApiUrl: inject('publicApiUrl'),
    pid: store.pid,
    pids: pages.pid === undefined ? [store.pid] : [store.pid, pages.pid],
    dataDir,
    output: store.output,
    store: async (...command) => {
      const said = await runStore(dataDir, ...command);
      await pages.build();
      return said;
    },
    publish: pages.build,
    terminate,
    stop: async () => {
      await terminate();
      await removeData(dataDir);
    },
  };
}

/** Starts two servers of a shop behind one address. Each has a data folder of its own, as on a machine of its own. */
async function startServers(dataDir: string, environment: Environment): Promise<RunningShop> {
  await openServices(dataDir);
  const port = environment['PORT'] ?? (await freePort());
  const settings = { ...settingsOf(dataDir), ...environment, PORT: '0' };
  const folders = [dataDir, join(dataDir, 'second')];
  const [first, second] = await Promise.all(folders.map((folder) => startOn(folder, settings, launcher)));
  const servers = [first, second] as [RunningServer, RunningServer];
  const balancer = await startLoadBalancer(
    servers.map(({ url }) => url),
    Number(port),
  );
  const terminate = async (): Promise<number | null> => {
    balancer.stop();
    const codes = await Promise.all(servers.map((server) => server.terminate()));
    return codes.find((code) => code !== 0) ?? 0;
  };
  return {
    url: balancer.url,
    apiUrl: `${balancer.url}/api`,
    publicApiUrl: `${balancer.url}/api`,
    pid: servers[0].pid,
    pids: servers.map(({ pid }) => pid),
    dataDir,
    output: () => servers.map(({ output }) => output()).join(''),
    store: (...command) => runStore(dataDir, ...command),
    publish: () => Promise.resolve(),
    killServer: servers[0].kill,
    terminate,
    stop: async () => {
      await terminate();
      await removeData(dataDir);
    },
  };
}

/** Starts the servers of a shop with the store at another origin: the store, then the pages. */
async function startRemote(dataDir: string, environment: Environment): Promise<[pages: RunningServer, store: RunningServer]> {
  const port = environment['PORT'] ?? (await freePort());
  const site = `http://127.0.0.1:${port}`;
  const store = await startOn(
    dataDir,
    { ADMIN: 'off', ...environment, STORE_ALLOWED_ORIGINS: site, PORT: '0' },
    launcher,
    '--api-only',
  );
  addRoute(inject('apiRoutes'), site, store.url);
  // Revalidated with each request: tests change the store by commands and look at the page.
  const elsewhere = { STORE_API_URL: `${store.url}/api`, PUBLIC_STORE_API_URL: inject('publicApiUrl') };
  const pages = await startOn(dataDir, { STORE_REVALIDATE_SECONDS: '0', ...environment, ...elsewhere, PORT: port }, launcher);
  return [pages, store];
}

/**
 * Starts a shop on `dataDir` as the setting says and waits until it is open. Stopping it removes the folder. `program` defaults to the
 * server; another one, or pages of a given store, are one process in each setting.
 */
export async function startShop(dataDir: string, environment: Environment = {}, program?: string): Promise<RunningShop> {
  const isWhole = !program && !environment['STORE_API_URL'];
  if (setting === 'static' && isWhole) return startStatic(dataDir, environment);
  if (setting === 'servers' && isWhole) return startServers(dataDir, environment);
  const isRemote = setting === 'remote' && isWhole;
  if (program) await openServices(dataDir);
  const servers = isRemote ? await startRemote(dataDir, environment) : [await startOn(dataDir, environment, program ?? launcher)];
  const [pages, store = pages] = servers as [RunningServer, RunningServer?];
  const terminate = async (): Promise<number | null> => {
    const codes = await Promise.all(servers.map((server) => server.terminate()));
    return codes.find((code) => code !== 0) ?? 0;
  };
  return {
    url: pages.url,
    apiUrl: `${store.url}/api`,
    publicApiUrl: isRemote ? inject('publicApiUrl') : `${store.url}/api`,
    pid: pages.pid,
    pids: servers.map(({ pid }) => pid),
    dataDir,
    output: () => servers.map(({ output }) => output()).join(''),
    store: (...command) => runStore(dataDir, ...command),
    publish: () => Promise.resolve(),
    terminate,
    stop: async () => {
      await terminate();
      await removeData(dataDir);
    },
  };
}
