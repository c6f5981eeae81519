import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { claimRun, releaseRun } from '#api/services/import/run/lease.ts';
import { encodeQueued, finishQueued } from '#api/services/pictures/encoding/encode-queued.ts';
import { createEncodingQueue, readEncodingQueue } from '#api/services/pictures/encoding/encoding-queue.ts';
import { listMediaFiles } from '#api/services/pictures/media-references.ts';
import { createFolderSource } from '#api/services/pictures/picture-source.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { csvFile, readProducts, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const photograph = (shade: number, width = 90, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height: 120, channels, background: { r: shade, g: 99, b: 120, alpha: 0.5 } } })
    .png()
    .toBuffer();

const header = ['Handle', 'Title', 'Type', 'Variant Price', 'Image Src'];

/** Opens a shop without background work. */
async function openQuietShop(): Promise<TestShop> {
  const shop = await openShop({ runsBackgroundWork: false });
  onTestFinished(shop.close);
  return shop;
}

/** Imports products with one picture each, of which only the first files are stored. */
async function importPictures({ store: { db }, dataDir }: TestShop, count: number) {
  const folder = temporaryFolder();
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `p${i}.png`), await photograph(i, 90, i % 2 ? 4 : 3));
  const rows = Array.from({ length: count }, (_, i) => [`bag-${i}`, `Bag ${i}`, 'Bags', '999', `p${i}.png`]);
  const storage = createPictureFolder(dataDir);
  const pictures = createFolderSource(storage, folder, createEncodingQueue(db));
  const summary = await importCatalogue(db, [csvFile([header, ...rows])], { pictures });
  return { summary, storage, folder, pictures };
}

const referencesOf = async ({ store }: TestShop): Promise<string[]> =>
  (await readProducts(store.db)).flatMap(({ pictures }) => splitPictures(pictures));

const listFiles = ({ dataDir }: TestShop): string[] => {
  const folder = join(dataDir, 'media');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

test('an import stores a preview of each picture, and its files are made later under the same reference', async () => {
  const shop = await openQuietShop();
  const { summary, storage } = await importPictures(shop, 4);
  expect(summary.pictures).toMatchObject({ used: 4, stored: 4, waiting: 4, refused: [] });
  const references = await referencesOf(shop);
  const hashes = references.map((reference) => /media\/([0-9a-f]+)-90\.jpg#90x120~/.exec(reference)?.[1]);
  expect(listFiles(shop)).toEqual(hashes.flatMap((hash) => [`${hash}.jpg`, `${hash}.source`]).sort());

  await encodeQueued(shop.store.db, storage);
  expect(listFiles(shop)).toEqual(references.flatMap(listMediaFiles).sort());
  expect(await referencesOf(shop)).toEqual(references);
  expect(await readEncodingQueue(shop.store.db)).toEqual({ waiting: 0, failed: [] });
  const webp = await sharp(join(shop.dataDir, 'media', `${hashes[1]}-90.webp`)).metadata();
  expect(webp).toMatchObject({ hasAlpha: true, width: 90 });
});

test('another import of the same pictures changes neither files nor references, before and after they are made', async () => {
  const shop = await openQuietShop();
  const { storage, pictures } = await importPictures(shop, 1);
  const [before, files] = [await referencesOf(shop), listFiles(shop)];
  expect(await pictures.store('p0.png')).toEqual({ reference: before[0], isNew: false });
  expect(listFiles(shop)).toEqual(files);
  await encodeQueued(shop.store.db, storage);
  expect(await pictures.store('p0.png')).toEqual({ reference: before[0], isNew: false });
  expect((await readEncodingQueue(shop.store.db)).waiting).toBe(0);
});

test('several processes make each picture once', async () => {
  const shop = await openQuietShop();
  const { storage } = await importPictures(shop, 6);
  const put = vi.spyOn(storage, 'put');
  await Promise.all(Array.from({ length: 3 }, () => encodeQueued(shop.store.db, storage)));
  const names = put.mock.calls.map(([name]) => name);
  expect(names).toHaveLength(18);
  expect(new Set(names).size).toBe(18);
});

test('a server that stops gives a picture in work back to the queue', async () => {
  const shop = await openQuietShop();
  const { storage } = await importPictures(shop, 2);
  const stopping = new AbortController();
  const slow: FileStorage = {
    ...storage,
    get: async (name) => {
      stopping.abort();
      return storage.get(name);
    },
  };
  await encodeQueued(shop.store.db, slow, { signal: stopping.signal });
  const jobs = await shop.store.db.selectFrom('picture_job').selectAll().execute();
  expect(jobs).toHaveLength(2);
  expect(jobs.every(({ attempts, failure }) => attempts === 0 && failure === null)).toBe(true);
  await finishQueued(shop.store.db, storage);
  expect(listFiles(shop)).toHaveLength(6);
});

test('while the storage fails, pictures keep their preview and are tried again later', async () => {
  const shop = await openQuietShop();
  const { storage } = await importPictures(shop, 1);
  const failing: FileStorage = { ...storage, put: () => Promise.reject(new Error('The storage is down')) };
  await expect(encodeQueued(shop.store.db, failing)).rejects.toThrow('The storage is down');
  expect(listFiles(shop)).toHaveLength(2);
  await encodeQueued(shop.store.db, storage);
  expect(listFiles(shop)).toHaveLength(2);
  await shop.change((tx) => tx.updateTable('picture_job').set({ next_try_at: new Date().toISOString() }).execute());
  await encodeQueued(shop.store.db, storage);
  expect(listFiles(shop)).toHaveLength(3);
});

test('a picture without its source keeps its preview and says why, until it is stored again', async () => {
  const shop = await openQuietShop();
  const { storage, pictures } = await importPictures(shop, 1);
  const source = listFiles(shop).find((name) => name.endsWith('.source')) ?? '';
  await storage.delete(source);
  await encodeQueued(shop.store.db, storage);
  expect(await readEncodingQueue(shop.store.db)).toEqual({
    waiting: 0,
    failed: [{ hash: source.replace('.source', ''), failure: 'lacks its source file: import it again' }],
  });
  await pictures.store('p0.png');
  await encodeQueued(shop.store.db, storage);
  expect(listFiles(shop)).toHaveLength(3);
  expect((await readEncodingQueue(shop.store.db)).failed).toEqual([]);
});

test('a picture whose process ends each time is given up after five attempts', async () => {
  const shop = await openQuietShop();
  const { storage } = await importPictures(shop, 1);
  await shop.change((tx) => tx.updateTable('picture_job').set({ attempts: 5 }).execute());
  await encodeQueued(shop.store.db, storage);
  expect((await readEncodingQueue(shop.store.db)).failed).toMatchObject([
    { failure: expect.stringContaining('too little memory') },
  ]);
});

test('a running shop makes the files once no import is running', async () => {
  const shop = await openShop();
  onTestFinished(shop.close);
  const owner = await claimRun(shop.store.db);
  const storage = createPictureFolder(shop.dataDir);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.png'), await photograph(1));
  await createFolderSource(storage, folder, createEncodingQueue(shop.store.db)).store('a.png');
  await sleep(2500);
  expect(listFiles(shop)).toHaveLength(2);
  await shop.change((tx) => tx.deleteFrom('import_run').execute());
  releaseRun(owner);
  await vi.waitFor(async () => expect(listFiles(shop)).toHaveLength(3), { timeout: 15_000, interval: 100 });
});
