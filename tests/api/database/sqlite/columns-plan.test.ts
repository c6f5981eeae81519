import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectInOrder } from '#api/services/columns/load-columns.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test.for(['newest', 'price_asc', 'name_asc'] as const)(
  'columns are loaded in order %s from where the last query ended, not from the start of its index',
  async (order) => {
    const { db } = shop.store;
    const query = selectInOrder(db, order, { id: 5, key: order === 'price_asc' ? 10_050 : 'M' }, 10).compile();
    const explain = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${query.sql}`, [...query.parameters]);
    const { rows } = await db.executeQuery<{ detail: string }>(explain);
    expect(rows.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SEARCH product USING COVERING INDEX/)]);
  },
);
