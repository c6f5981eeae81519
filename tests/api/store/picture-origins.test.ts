import { afterEach, beforeEach, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/revision.ts';
import { saveHomeSections } from '#api/services/store/home-sections.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
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
