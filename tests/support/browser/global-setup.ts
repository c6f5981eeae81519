import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildIfNeeded } from '#server/build.ts';
import { noCheckoutLimitsByCommand } from '#tests/api/limits/unlimited.ts';
import { chromiumArguments, findChromium } from './chromium.ts';
import { runStore } from './shop-server.ts';
import { makeSmallShop } from './small-catalogue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of all end-to-end tests listens. */
    browserAddress: string;
    /** A data folder with the demo shop in it, to be copied and never changed. */
    demoTemplate: string;
    /** The same of the small shop. */
    smallTemplate: string;
  }
}

/** Builds the pages, makes the demo shop and the small one once, and starts one browser for all end-to-end tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfNeeded(() => undefined);
  const demoTemplate = mkdtempSync(join(tmpdir(), 'haat-demo-'));
  const smallTemplate = mkdtempSync(join(tmpdir(), 'haat-small-'));
  await Promise.all([runStore(demoTemplate, 'demo'), makeSmallShop(smallTemplate)]);
  // Many tests send orders of one shop to the same address.
  for (const template of [demoTemplate, smallTemplate]) await runStore(template, ...noCheckoutLimitsByCommand);
  const browser = await chromium.launchServer({
    executablePath: await findChromium(),
    args: chromiumArguments,
    headless: true,
    host: '127.0.0.1',
  });
  project.provide('browserAddress', browser.wsEndpoint());
  project.provide('demoTemplate', demoTemplate);
  project.provide('smallTemplate', smallTemplate);
  return async () => {
    await browser.close();
    for (const template of [demoTemplate, smallTemplate]) rmSync(template, { recursive: true, force: true });
  };
}
