import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildIfNeeded } from '#server/build.ts';
import { chromiumArguments, findChromium } from './chromium.ts';
import { runStore } from './shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of all end-to-end tests listens. */
    browserAddress: string;
    /** A data folder with the demo shop in it, to be copied and never changed. */
    demoTemplate: string;
  }
}

/** Builds the pages, draws the demo shop once and starts one browser for all end-to-end tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfNeeded(() => undefined);
  const demoTemplate = mkdtempSync(join(tmpdir(), 'haat-demo-'));
  await runStore(demoTemplate, 'demo');
  const browser = await chromium.launchServer({
    executablePath: await findChromium(),
    args: chromiumArguments,
    headless: true,
    host: '127.0.0.1',
  });
  project.provide('browserAddress', browser.wsEndpoint());
  project.provide('demoTemplate', demoTemplate);
  return async () => {
    await browser.close();
    rmSync(demoTemplate, { recursive: true, force: true });
  };
}
