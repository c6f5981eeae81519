import { afterAll, beforeAll, expect, test } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { openStore, type StoreOptions } from '#api/embedded-store.ts';
import { saveHomeSections } from '#api/services/store/home-sections.ts';
import { defaultSettings, saveSettings, updateSettings } from '#api/services/store/settings.ts';
import { homePageSectionsCall, storeInfoCall } from '#lib/contract/store.ts';
import { payByRazorpay } from '#tests/support/providers/razorpay.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('an empty shop answers with its defaults', async () => {
  const { storeinfo } = await shop.succeed(storeInfoCall);
  expect(storeinfo).toMatchObject({ store_name: 'Haat', fontFamily: 'Instrument Sans', sub_category_list: [] });
  expect((await shop.succeed(homePageSectionsCall)).data.map(({ type }) => type)).toEqual(['categories', 'new_arrivals']);
});

test('store info lists the sub-categories with products on sale', async () => {
  await shop.add({ name: 'Linen Shirt', category: 'Shirts' });
  await shop.add({ name: 'Old Cap', category: 'Caps', active: false });
  const { storeinfo } = await shop.succeed(storeInfoCall);
  expect(storeinfo.sub_category_list?.map(({ name }) => name)).toEqual(['Shirts']);
});

test('saving settings keeps the home page', async () => {
  const before = shop.store.revision();
  await shop.change(async (tx) => {
    await saveSettings(tx, { ...defaultSettings, store_name: 'Tana', legal: { gstin: '29ABCDE1234F1Z5' } });
    await saveHomeSections(tx, [{ type: 'new_arrivals', title: 'Fresh' }]);
    await saveSettings(tx, { ...defaultSettings, store_name: 'Tana & Bana' });
  });
  expect((await shop.succeed(storeInfoCall)).storeinfo.store_name).toBe('Tana & Bana');
  expect((await shop.succeed(homePageSectionsCall)).data).toEqual([{ type: 'new_arrivals', title: 'Fresh' }]);
  expect(shop.store.revision()).toBeGreaterThan(before);
});

test('settings that are changed at the same time are all kept', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `Question ${i}`);
  await Promise.all(
    names.map((question) =>
      shop.change((tx) =>
        updateSettings(tx, (settings) => ({ ...settings, faq: [...(settings.faq ?? []), { question, answer: 'Yes.' }] })),
      ),
    ),
  );
  const { faq } = (await shop.succeed(storeInfoCall)).storeinfo;
  expect(faq?.map(({ question }) => question).toSorted()).toEqual(names.toSorted());
});

test('product sections are filled by category, search or slugs, and empty ones are left out', async () => {
  await shop.add({ name: 'Block Print Shirt', category: 'Shirts' });
  await shop.change((tx) =>
    saveHomeSections(tx, [
      { type: 'products', title: 'Shirts', sub_category: 'shirts', limit: 1, link: '/shop?categories=shirts' },
      { type: 'products', title: 'Prints', search: 'block print' },
      { type: 'products', title: 'Picked', slugs: ['linen-shirt', 'gone', 'block-print-shirt'] },
      { type: 'products', title: 'Nothing', sub_category: 'spaceships' },
    ]),
  );
  const { data } = await shop.succeed(homePageSectionsCall);
  const shown = data.map(
    (section) => section.type === 'products' && [section.title, ...section.products.map(({ name }) => name)],
  );
  expect(shown).toEqual([
    ['Shirts', 'Block Print Shirt'],
    ['Prints', 'Block Print Shirt'],
    ['Picked', 'Linen Shirt', 'Block Print Shirt'],
  ]);
});

test('a catalogue change by another process updates the revision', async () => {
  const elsewhere = await openStore({ dataDir: shop.dataDir, databaseUrl: shop.databaseUrl, demoMode: true });
  const before = shop.store.revision();
  const { bumpRevision, readRevision } = await import('#api/database/catalogue-revision.ts');
  await write(elsewhere.db, bumpRevision);
  expect(elsewhere.revision()).toBe(before + 1);
  await expect.poll(() => shop.store.revision()).toBe(before + 1);
  expect(await readRevision(shop.store.db)).toBe(before + 1);
  await elsewhere.close();
});

test('only a demo shop says that it is one', async () => {
  expect((await shop.succeed(storeInfoCall)).storeinfo.demo_mode).toBe(true);
  const settled = await openShop({ demoMode: false });
  expect((await settled.succeed(storeInfoCall)).storeinfo).not.toHaveProperty('demo_mode');
  await settled.close();
});

test('a shop lists its payment methods, with prepayment only where it has a provider', async () => {
  const methodsOf = async (options: Partial<StoreOptions>) => {
    const other = await openShop(options);
    const { storeinfo } = await other.succeed(storeInfoCall);
    await other.close();
    return storeinfo.payment_methods;
  };
  expect(await methodsOf({ demoMode: true })).toEqual(['cod', 'prepaid']);
  expect(await methodsOf({ demoMode: false })).toEqual(['cod']);
  expect(await methodsOf({ demoMode: false, payments: payByRazorpay() })).toEqual(['cod', 'prepaid']);
});
