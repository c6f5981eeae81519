import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runStore } from '#tests/support/browser/run-store.ts';
import { pageDifferences } from '#tests/support/browser/settings/same-pages.ts';
import { startShop } from '#tests/support/browser/shop-server.ts';
import { useDemoShop, useShop } from '#tests/support/shop-test.ts';
import { launcher } from '#tests/support/start-server.ts';

const { shop } = await useDemoShop();
// Without services: one server, with SQLite and pictures in its folder.
const dataDir = mkdtempSync(join(tmpdir(), 'haat-shop-'));
await runStore(dataDir, 'demo');
const { shop: alone } = await useShop(startShop(dataDir, {}, launcher));

test('pages of two servers over PostgreSQL, with pictures in a storage, are those of one server with SQLite', async () => {
  expect(await pageDifferences(shop, alone)).toEqual([]);
});
