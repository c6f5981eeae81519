import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runStore } from '#tests/support/browser/run-store.ts';
import { pageDifferences } from '#tests/support/browser/settings/same-pages.ts';
import { demoShop } from '#tests/support/browser/shared-shops.ts';
import { type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { launcher } from '#tests/support/start-server.ts';

const shop = await demoShop();
let alone: RunningShop;
beforeAll(async () => {
  // Without services: one server, with SQLite and pictures in its folder.
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-shop-'));
  await runStore(dataDir, 'demo');
  alone = await startShop(dataDir, {}, launcher);
});
afterAll(() => alone?.stop());

test('pages of two servers over PostgreSQL, with pictures in a storage, are those of one server with SQLite', async () => {
  expect(await pageDifferences(shop, alone)).toEqual([]);
});
