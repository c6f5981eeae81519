import { afterEach, beforeEach, expect, test } from 'vitest';
import { setVariantStocks } from '#api/services/catalogue/set-stock.ts';
import type { EventType } from '#api/services/events/event-types.ts';
import { MAX_EVENT_PRODUCTS } from '#api/services/events/product-events.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import { listDeliveries } from '#api/services/webhooks/deliveries.ts';
import { addWebhook } from '#api/services/webhooks/webhooks.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { LOW_STOCK } from '#lib/rules/product/stock-notes.ts';
import { csvFile } from '#tests/support/cli/run-command.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop({ runsBackgroundWork: false });
});
afterEach(() => shop.close());

const listen = (...events: EventType[]) => shop.change((tx) => addWebhook(tx, { url: 'https://erp.example/', events }));
const recorded = async () =>
  (await listDeliveries(shop.store.db, { limit: 1000 })).reverse().map(({ payload }) => JSON.parse(payload).data as unknown);

const header = ['Handle', 'Title', 'Variant Price', 'Variant Inventory Qty'];
const rows = (count: number, price: number) => Array.from({ length: count }, (_, i) => [`p-${i}`, `P ${i}`, String(price), '9']);
const load = (...products: string[][]) =>
  importCatalogue(shop.store.db, [csvFile([header, ...products])], { pictures: createReferenceSource() });

test('a new customer is told once, by whichever way they come', async () => {
  await listen('customer.created');
  await signIn(shop, '9876543210');
  await signUp(shop, '9876543210');
  await signUp(shop, '9876543211');
  const customers = await shop.store.db.selectFrom('customer').select('id').orderBy('id').execute();
  expect(await recorded()).toEqual(customers.map(({ id }) => ({ customer_id: id })));
});

test('a message is told once, without what it says', async () => {
  await listen('message.received');
  const body = {
    firstname: 'Asha',
    lastname: 'Rao',
    email: 'asha@example.com',
    phone_number: '9876543210',
    subject: 'Size',
    message: 'Is it large?',
  };
  await shop.succeed(contactCall, { body });
  await shop.succeed(contactCall, { body });
  expect(await recorded()).toEqual([{ message_id: 1 }]);
});

test('low stock is told when it is crossed, not with each sale', async () => {
  await listen('stock.low');
  const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: LOW_STOCK + 2 });
  const variant_id = Object.values(lamp.variants)[0] ?? 0;
  const buyer = customerOf(shop, await signUp(shop, '9876543210'));
  const buy = async (units: number) => {
    await buyer.put(lamp.id, units);
    await buyer.buy(`${units * 500}.00`);
  };
  await buy(1);
  expect(await recorded()).toEqual([]);
  await buy(2);
  await buy(1);
  const low = { product_id: lamp.id, variant_id, stock: LOW_STOCK - 1 };
  expect(await recorded()).toEqual([low]);
  const set = async (stock: number) => {
    const variant = await shop.store.db
      .selectFrom('variant')
      .innerJoin('product', 'product.id', 'product_id')
      .select(['variant.id', 'product_id', 'sub_category_id', 'collections', 'variant.stock'])
      .where('variant.id', '=', variant_id)
      .executeTakeFirstOrThrow();
    await shop.change((tx) => setVariantStocks(tx, [{ variant, stock }]));
  };
  await set(0);
  expect(await recorded()).toEqual([low]);
  await set(20);
  await set(LOW_STOCK);
  expect(await recorded()).toEqual([low, { ...low, stock: LOW_STOCK }]);
});

test('an import is one event with the products that it changed, and taking it back is another', async () => {
  await load(...rows(3, 100));
  await listen('product.changed');
  const ids = (await shop.store.db.selectFrom('product').select('id').orderBy('slug').execute()).map(({ id }) => id);
  await load(['p-0', 'P 0', '200', '9'], ['p-1', 'P 1', '100', '9'], ['q', 'Q', '50', '9']);
  const { id: added } = await shop.store.db.selectFrom('product').select('id').where('slug', '=', 'q').executeTakeFirstOrThrow();
  const change = { count: 2, product_ids: expect.arrayContaining([ids[0], added]), complete: true };
  expect(await recorded()).toEqual([{ cause: 'import', ...change }]);
  await load(['p-0', 'P 0', '200', '9']);
  expect(await recorded()).toHaveLength(1);
  await undoLastImport(shop.store.db);
  expect(await recorded()).toEqual([
    { cause: 'import', ...change },
    { cause: 'undo', ...change },
  ]);
});

test('an import of very many products tells how many, with the first ids', async () => {
  await listen('product.changed');
  const count = MAX_EVENT_PRODUCTS + 50;
  await load(...rows(count, 100));
  const [event, ...others] = (await recorded()) as { product_ids: number[] }[];
  expect(event).toMatchObject({ cause: 'import', count, complete: false });
  expect([new Set(event?.product_ids).size, others]).toEqual([MAX_EVENT_PRODUCTS, []]);
});

test('a shop without webhooks records none of them', async () => {
  await load(...rows(1, 100));
  await signUp(shop, '9876543210');
  expect(await recorded()).toEqual([]);
});
