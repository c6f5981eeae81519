import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectUnknownOrigin } from '#api/services/pictures/picture-urls.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Returns the steps of a query's plan. */
async function explain({ sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await shop.store.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]),
  );
  return rows.map(({ detail }) => detail);
}

test.for([
  ['product', 'SCAN product USING INDEX product_external_pictures'],
  ['order', 'SCAN order_item USING INDEX order_item_external_picture'],
] as const)('the search for external pictures of each %s reads only those with a URL', async ([column, step]) => {
  const query = selectUnknownOrigin(column, ['https://cdn.example']);
  expect(await explain(query.compile(shop.store.db))).toEqual([step]);
});
