import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { buildIfNeeded } from '#server/build.ts';
import { noCheckoutLimitsByCommand } from '#tests/support/store/no-checkout-limits.ts';
import { startApiGateway } from './api-gateway.ts';
import { findChromium } from './chromium/find-chromium.ts';
import { writePrepared } from './prepared.ts';
import { runStore } from './run-store.ts';
import { setting } from './setting.ts';
import { assignServices, type SharedServices, startSharedServices, useServices } from './shared-services.ts';
import { makeSmallShop } from './small-catalogue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File that is written when the browser, the pages and the shops are there: see `waitUntilPrepared`. */
    prepared: string;
    /** A data folder with the demo shop; copy it, and never change it. */
    demoTemplate: string;
    /** The same for the small shop. */
    smallTemplate: string;
    /** A folder with a file for each running shared shop, named by its process id, containing its data folder. */
    sharedShops: string;
    /** Unless the store is inside: the address of the store API for browsers, and the folder that routes calls to a shop. */
    publicApiUrl: string;
    apiRoutes: string;
    /** What servers of all shops share, if there are several of a shop. */
    services: SharedServices | undefined;
  }
}

function kill(pid: number, signal: 'SIGTERM' | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Stops the shared shops of all workers and removes their data. */
async function stopSharedShops(folder: string): Promise<void> {
  const pids = readdirSync(folder).map(Number);
  for (const pid of pids) kill(pid, 'SIGTERM');
  while (pids.some((pid) => kill(pid, 0))) await sleep(20);
  for (const pid of pids) rmSync(readFileSync(join(folder, String(pid)), 'utf8'), { recursive: true, force: true });
}

/**
 * Builds the pages, and creates the demo shop and the small shop once for all end-to-end tests. Tests of other projects run meanwhile,
 * because a build keeps one core busy at most; each end-to-end file waits for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(project.config.env['TMPDIR'] as string, 'haat-e2e-'));
  const inFolder = (name: string): string => join(folder, name);
  const [demoTemplate, smallTemplate, sharedShops, apiRoutes] = [
    inFolder('demo'),
    inFolder('small'),
    inFolder('shops'),
    inFolder('routes'),
  ];
  for (const made of [sharedShops, apiRoutes]) mkdirSync(made);
  const gateway =
    setting === 'remote' || setting === 'static' ? await startApiGateway(project.config.root, apiRoutes) : undefined;
  const shared = setting === 'servers' ? await startSharedServices(project.config.env['TMPDIR'] as string) : undefined;
  useServices(shared?.services);
  for (const template of shared ? [demoTemplate, smallTemplate] : []) {
    mkdirSync(template);
    assignServices(template);
  }
  const build = (): Promise<string> =>
    buildIfNeeded(() => undefined, {
      env: {
        ...process.env,
        ...(gateway && { PUBLIC_STORE_API_URL: gateway.url }),
        ...(setting === 'static' && { STATIC_SITE: '1' }),
      },
    });
  const prepared = inFolder('prepared');
  const preparing = writePrepared(prepared, async () => {
    const [chromiumPath] = await Promise.all([
      findChromium(),
      build(),
      runStore(demoTemplate, 'demo'),
      makeSmallShop(smallTemplate),
    ]);
    // Many tests send orders of one shop to the same address.
    for (const template of [demoTemplate, smallTemplate]) await runStore(template, ...noCheckoutLimitsByCommand);
    return { chromiumPath };
  });
  project.provide('prepared', prepared);
  project.provide('demoTemplate', demoTemplate);
  project.provide('smallTemplate', smallTemplate);
  project.provide('sharedShops', sharedShops);
  project.provide('publicApiUrl', gateway?.url ?? '');
  project.provide('apiRoutes', apiRoutes);
  project.provide('services', shared?.services);
  return async () => {
    await preparing;
    await stopSharedShops(sharedShops);
    await gateway?.stop();
    await shared?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
