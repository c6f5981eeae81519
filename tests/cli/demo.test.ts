import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEncodingQueue } from '#api/services/pictures/encoding/encoding-queue.ts';
import { findProducts } from '#api/services/products/products.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { readHomeSections } from '#api/services/store/home-sections.ts';
import { isEmptyStore } from '#api/services/store/is-empty.ts';
import { readStoreInfo } from '#api/services/store/settings.ts';
import { createDemoStore } from '#cli/demo/create-demo-store.ts';
import { parsePicture, splitPictures } from '#lib/rules/pictures/reference.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { emptyShop, readProducts } from '#tests/support/cli/run-command.ts';

test('the demo shop is complete: all pictures exist, all sections are filled, and creating it again changes nothing', async () => {
  const { db, dataDir } = await emptyShop();
  expect(await isEmptyStore(db)).toBe(true);
  const summary = await createDemoStore(db, createPictureFolder(dataDir));
  expect(summary).toMatchObject({ outcome: 'imported', badRows: [], skipped: [], pictures: { refused: [] } });
  expect(await isEmptyStore(db)).toBe(false);

  const info = await readStoreInfo(db);
  // Each suggested term names a sub-category.
  expect(info.sub_category_list.map(({ name }) => name)).toEqual(expect.arrayContaining([...popularTerms]));
  const sections = await readHomeSections(db);
  expect(sections.map(({ type }) => type)).toEqual(['categories', 'banner', 'products', 'new_arrivals', 'promo']);
  for (const section of sections) if (section.type === 'products') expect(section.products.length).toBe(4);

  const products = await readProducts(db);
  const references = [
    ...products.flatMap(({ pictures }) => splitPictures(pictures)),
    ...info.sub_category_list.map(({ image }) => image),
    ...sections.flatMap((section) =>
      section.type === 'banner' ? section.slides.map(({ image }) => image) : section.type === 'promo' ? [section.image] : [],
    ),
  ];
  expect(products.every(({ pictures }) => splitPictures(pictures).length >= 2)).toBe(true);
  for (const reference of references) {
    const { src, width } = parsePicture(reference);
    expect(width).toBeGreaterThan(0);
    expect(existsSync(join(dataDir, src))).toBe(true);
  }

  const { data } = await findProducts(db, {});
  const newest = data.slice(0, info.sub_category_list.length).map(({ sub_category }) => sub_category.sub_category_name);
  expect(new Set(newest).size).toBe(info.sub_category_list.length);

  const again = await createDemoStore(db, createPictureFolder(dataDir));
  expect(again.products).toEqual({ added: 0, changed: 0, unchanged: products.length, withdrawn: 0 });
});

test('the demo shop with photographs is complete, and has pictures of several ratios and names in several scripts', async () => {
  const { db, dataDir } = await emptyShop();
  const summary = await createDemoStore(db, createPictureFolder(dataDir), {
    shop: 'photos',
    later: createEncodingQueue(db),
  });
  expect(summary).toMatchObject({ outcome: 'imported', badRows: [], skipped: [], pictures: { refused: [] } });
  const products = await readProducts(db);
  const pictures = products.flatMap((product) => splitPictures(product.pictures).map(parsePicture));
  expect(pictures.length).toBeGreaterThan(40);
  const ratios = new Set(pictures.map(({ width = 0, height = 1 }) => Math.round((width / height) * 10) / 10));
  expect(ratios).toEqual(new Set([1, 1.5, 0.7]));
  for (const script of [/\p{Script=Devanagari}/u, /\p{Script=Tamil}/u, /^.{120,}$/])
    expect(products.some(({ name }) => script.test(name))).toBe(true);
  const sections = await readHomeSections(db);
  for (const section of sections) if (section.type === 'products') expect(section.products.length).toBe(6);
});
