import { afterEach, beforeEach, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { saveHomeSections } from '#api/services/store/home-sections.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const origins = async () => (await shop.succeed(storeInfoCall)).storeinfo.picture_origins;

/** Adds a product with these pictures. */
async function addWith(pictures: string, active = true): Promise<void> {
  const { id } = await shop.add({ name: `Shirt ${pictures.length}${pictures}`, category: 'Shirts', active });
  await shop.change(async (tx) => {
    await tx.updateTable('product').set({ pictures }).where('id', '=', id).execute();
    await bumpRevision(tx);
  });
}

test('a shop with only its own pictures lists no other origin', async () => {
  await addWith('/media/a.svg#1x1,/media/b-400.jpg#1x1~aHR0cHM6Ly8');
  expect(await origins()).toBeUndefined();
});

test('every origin of a shown picture is listed once, sorted, from any place in a list', async () => {
  await addWith('/media/a.svg#1x1, https://b.example/1.jpg,HTTPS://A.example:8443/2.jpg');
  for (let i = 0; i < 5; i++) await addWith(`https://b.example/${i}.jpg`);
  await addWith('https://b.example.evil/x.jpg');
  await addWith('https://proxy.example/fetch/https://behind.example/x.jpg,http://c.example/y.jpg');
  await addWith('https://hidden.example/x.jpg', false);
  const named = [
    'http://c.example',
    'https://a.example:8443',
    'https://b.example',
    'https://b.example.evil',
    'https://proxy.example',
  ];
  expect(await origins()).toEqual(named);
});

test('logo and home page are included, links are not', async () => {
  await shop.change(async (tx) => {
    await saveSettings(tx, { ...defaultSettings, logo: 'https://logo.example/l.png', terms: 'https://terms.example/x' });
    await saveHomeSections(tx, [{ type: 'promo', image: 'https://promo.example/p.jpg', heading: 'Sale' }]);
  });
  expect(await origins()).toEqual(['https://logo.example', 'https://promo.example']);
});

test('an import that changes pictures is seen at once', async () => {
  await addWith('https://old.example/1.jpg');
  expect(await origins()).toEqual(['https://old.example']);
  await shop.change(async (tx) => {
    await tx.updateTable('product').set({ pictures: 'https://new.example/1.jpg' }).execute();
    await bumpRevision(tx);
  });
  expect(await origins()).toEqual(['https://new.example']);
});

test('a shop with pictures from too many origins allows all of https', async () => {
  for (let i = 0; i < 11; i++) await addWith(`https://cdn${i}.example/a.jpg`);
  expect(await origins()).toEqual(['https:']);
});

test('with a public URL replies refer to stored photographs by it, and list its origin; drawings stay with the shop', async () => {
  const other = await openShop({ media: { s3: undefined, publicUrl: 'https://cdn.example/shop', cacheBytes: 1 } });
  try {
    const stored = `/media/${'a'.repeat(24)}-400.jpg#400x300~aHR0`;
    const { id, slug } = await other.add({ name: 'Shirt', category: 'Shirts', active: true });
    await other.change(async (tx) => {
      const pictures = `${stored},https://a.example/b.jpg,/media/${'b'.repeat(24)}.svg#9x9`;
      await tx.updateTable('product').set({ pictures, description: 'See /media/ here' }).where('id', '=', id).execute();
      await saveSettings(tx, { ...defaultSettings, logo: `/media/${'c'.repeat(24)}-90.jpg#90x90` });
      await bumpRevision(tx);
    });
    const { storeinfo } = await other.succeed(storeInfoCall);
    expect(storeinfo.logo).toBe(`https://cdn.example/shop/media/${'c'.repeat(24)}-90.jpg#90x90`);
    expect(storeinfo.picture_origins).toEqual(['https://a.example', 'https://cdn.example']);
    const { data } = await other.succeed(singleProductDetailsCall, { params: { slug } });
    expect(data.product_images).toBe(
      `https://cdn.example/shop${stored},https://a.example/b.jpg,/media/${'b'.repeat(24)}.svg#9x9`,
    );
    expect(data.description).toBe('See /media/ here');
  } finally {
    await other.close();
  }
});
