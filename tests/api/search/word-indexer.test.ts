import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { engineOf } from '#api/database/schema/engine.ts';
import { startWordIndexer } from '#api/workers/word-indexer.ts';
import { searchProductsCall } from '#lib/contract/catalogue.ts';
import { openShop } from '#tests/support/store/test-store.ts';

test('products that an upgrade has marked are found by their folded words, also when two processes index them', async () => {
  const shop = await openShop({ runsBackgroundWork: false });
  onTestFinished(shop.close);
  for (let i = 0; i < 230; i++) await shop.add({ name: 'हिन्दी किताब', slug: `book-${i}`, category: 'Books', active: i > 0 });
  await shop.change(async (tx) => {
    const clear =
      engineOf(tx) === 'postgres'
        ? sql`DELETE FROM product_words`
        : sql`INSERT INTO product_words (product_words) VALUES ('delete-all')`;
    await clear.execute(tx);
    await sql`INSERT INTO product_to_index SELECT id FROM product`.execute(tx);
  });
  const log = pino({ level: 'silent' });
  const workers = [startWordIndexer(shop.store.db, log), startWordIndexer(shop.store.db, log)];
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
  await expect.poll(() => shop.store.db.selectFrom('product_to_index').select('product_id').execute()).toEqual([]);
  expect((await shop.succeed(searchProductsCall, { body: { search: 'हिंदी' } })).total).toBe(229);
});
