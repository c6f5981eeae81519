import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { csvFile, importFiles } from '#tests/support/cli/run-command.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const LONG_AGO = '2025-01-01T00:00:00.000Z';

const read = async (slug: string): Promise<Product> => (await shop.succeed(singleProductDetailsCall, { params: { slug } })).data;

/** Returns whether `work` changes the product's last change. */
async function changes(slug: string, work: () => Promise<unknown>): Promise<boolean> {
  await shop.change((tx) => tx.updateTable('product').set({ updated_at: LONG_AGO }).where('slug', '=', slug).execute());
  await work();
  return (await read(slug)).updated_at !== LONG_AGO;
}

test('a product that never changed has its creation date as its last change', async () => {
  const { slug } = await shop.add({ name: 'Vase', category: 'Home', createdAt: '2026-01-02T03:04:05.000Z' });
  expect(await read(slug)).toMatchObject({ created_at: '2026-01-02T03:04:05.000Z', updated_at: '2026-01-02T03:04:05.000Z' });
});

describe('an import', () => {
  const header = ['Handle', 'Title', 'Type', 'Tags', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty', 'First Offered'];
  const shirt = (more: Partial<Record<'title' | 'tags' | 'price' | 'stock', string>> = {}) => {
    const { title = 'Shirt', tags = '', price = '999', stock = '4' } = more;
    return [header, ['shirt', title, 'Shirts', tags, 'M', price, stock, '2020-05-01']];
  };
  const bring = (rows: string[][]) => importFiles(shop.store.db, [csvFile(rows)], { yesWithdraw: 1 });

  test('of a new product sets its last change to now, whatever date the file gives', async () => {
    const begun = new Date().toISOString();
    await bring(shirt());
    const product = await read('shirt');
    expect(product.created_at).toBe('2020-04-30T18:30:00.000Z');
    expect((product.updated_at ?? '') >= begun).toBe(true);
  });

  test('of the same file changes no product', async () => {
    expect(await changes('shirt', () => bring(shirt()))).toBe(false);
  });

  test.each([
    ['another name', shirt({ title: 'Linen shirt' }), true],
    ['another price', shirt({ price: '899' }), true],
    ['no stock left', shirt({ stock: '0' }), true],
    ['stock again', shirt({ stock: '3' }), true],
    ['a size more', [...shirt(), ['shirt', '', '', '', 'L', '999', '2', '']], true],
    ['a size less', shirt(), true],
    ['less stock', shirt({ stock: '2' }), false],
    ['other words to be found by', shirt({ stock: '2', tags: 'summer' }), false],
  ])('with %s', async (_, rows, changed) => {
    expect(await changes('shirt', () => bring(rows))).toBe(changed);
  });

  test('that brings a withdrawn product back changes it', async () => {
    const draft = [
      [...header, 'Status'],
      [...(shirt()[1] ?? []), 'draft'],
    ];
    expect(await changes('shirt', () => bring(draft).then(() => bring(shirt({ stock: '2', tags: 'summer' }))))).toBe(true);
  });
});

test('an order that sells a product out changes it, and so does the cancellation that restocks it', async () => {
  const { id, slug } = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 3 });
  const shopper = customerOf(shop, await signUp(shop, '9420000001'));
  const buy = async (quantity: number) => {
    await shopper.put(id, quantity);
    return shopper.buy(`${500 * quantity}.00`);
  };
  const cancel = ([order_id = 0]: number[]) =>
    shop.succeed(cancelOrderCall, { token: shopper.token, body: { order_id, reject_reason_select: 'Changed My Mind' } });
  const bought: number[][] = [];

  expect(await changes(slug, async () => bought.push((await buy(2)).order_id))).toBe(false);
  expect(await changes(slug, async () => bought.push((await buy(1)).order_id))).toBe(true);
  expect(await changes(slug, () => cancel(bought[1] ?? []))).toBe(true);
  expect(await changes(slug, () => cancel(bought[0] ?? []))).toBe(false);
});
