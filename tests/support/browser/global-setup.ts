import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { buildIfNeeded } from '#server/build.ts';
import { noCheckoutLimitsByCommand } from '#tests/support/store/no-checkout-limits.ts';
import { findChromium } from './chromium.ts';
import { runStore } from './shop-server.ts';
import { makeSmallShop } from './small-catalogue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser's executable. */
    chromiumPath: string;
    /** A data folder with the demo shop; copy it, and never change it. */
    demoTemplate: string;
    /** The same for the small shop. */
    smallTemplate: string;
    /** A folder with a file for each running shared shop, named by its process id, containing its data folder. */
    sharedShops: string;
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

/** Builds the pages, and creates the demo shop and the small shop once for all end-to-end tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-e2e-'));
  const [demoTemplate, smallTemplate, sharedShops] = ['demo', 'small', 'shops'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(sharedShops);
  await buildIfNeeded(() => undefined);
  await Promise.all([runStore(demoTemplate, 'demo'), makeSmallShop(smallTemplate)]);
  // Many tests send orders of one shop to the same address.
  for (const template of [demoTemplate, smallTemplate]) await runStore(template, ...noCheckoutLimitsByCommand);
  project.provide('chromiumPath', await findChromium());
  project.provide('demoTemplate', demoTemplate);
  project.provide('smallTemplate', smallTemplate);
  project.provide('sharedShops', sharedShops);
  return async () => {
    await stopSharedShops(sharedShops);
    rmSync(folder, { recursive: true, force: true });
  };
}
