import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { processScope } from '#api/database/files/process-alive.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { readWordsRevision } from '#api/database/search/product-index.ts';
import { write } from '#api/database/transaction.ts';
import { openStore } from '#api/embedded-store.ts';
import { finishInterruptedImport } from '#api/services/import/interrupted-import.ts';
import { commandPacing } from '#api/services/import/run/adaptive-batches.ts';
import { createReferenceSource, type PictureSource } from '#api/services/pictures/picture-source.ts';
import { isoAgo } from '#lib/rules/durations.ts';
import { killedAt } from '#tests/support/cli/killed-import.ts';
import { catalogueFile, importInto } from '#tests/support/store/catalogue-file.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
  // The shop's own worker would complete interrupted imports too.
  await shop.store.stopWorkers();
});
afterEach(() => shop.close());

const count = async (table: 'product' | 'variant' | 'import_run' | 'import_item') =>
  Number(
    (
      await shop.store.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

const addSeller = (name: string) => shop.change((tx) => tx.insertInto('seller').values({ kind: 'retailer', name }).execute());

/** A picture source that waits until `arrive` is called. */
function slowPictures(): { pictures: PictureSource; asked: Promise<void>; arrive: () => void } {
  const source = createReferenceSource();
  const [asked, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const take: PictureSource['store'] = async (name) => {
    asked.resolve();
    await arrived.promise;
    return source.store(name);
  };
  // Stored pictures are fetched again only when they have changed.
  const fingerprint: PictureSource['fingerprint'] = async (name) => `changed ${name}`;
  return { pictures: { ...source, fingerprint, store: take }, asked: asked.promise, arrive: arrived.resolve };
}

describe('while an import runs', () => {
  test('other processes write between its transactions', async () => {
    const elsewhere = await openDatabase(shop.dataDir, shop.databaseUrl);
    let isRunning = true;
    const ended = importInto({ ...shop, store: { ...shop.store, db: elsewhere } }, catalogueFile(1500)).finally(() => {
      isRunning = false;
    });
    try {
      let between = 0;
      for (let i = 0; isRunning; i++) {
        const products = await count('product');
        await addSeller(`Seller ${i}`);
        if (products > 0 && products < 1500) between++;
        await sleep(5);
      }
      expect((await ended).products.added).toBe(1500);
      expect(between).toBeGreaterThan(3);
    } finally {
      await ended.catch(() => undefined);
      await elsewhere.destroy();
    }
  }, 120_000);

  test('reading the file and fetching its pictures holds no lock', async () => {
    const { pictures, asked, arrive } = slowPictures();
    const running = importInto(shop, catalogueFile(3), { pictures });
    await asked;
    await addSeller('Loom');
    expect(await count('product')).toBe(0);
    arrive();
    expect((await running).products.added).toBe(3);
  });

  test('a second import is refused with the start time and the progress', async () => {
    const { pictures, asked, arrive } = slowPictures();
    const running = importInto(shop, catalogueFile(3), { pictures });
    await asked;
    await expect(importInto(shop, catalogueFile(2))).rejects.toThrow(
      /^An import is running \(started \d\d:\d\d, reading the file\)\. Wait for it to finish\.$/,
    );
    await shop.change((tx) => tx.updateTable('import_run').set({ state: 'applying', done: 4, total: 10 }).execute());
    await expect(importInto(shop, catalogueFile(2))).rejects.toThrow(/\(started \d\d:\d\d, 40 % done\)/);
    arrive();
    await running;
  });

  test('an import that another process has taken over writes nothing more', async () => {
    const { pictures, asked, arrive } = slowPictures();
    const running = importInto(shop, catalogueFile(3), { pictures });
    await asked;
    await shop.change((tx) => tx.updateTable('import_run').set({ owner: 'somebody else' }).execute());
    arrive();
    await expect(running).rejects.toThrow('taken over this import');
    expect(await count('product')).toBe(0);
  });
});

test('a dry run takes no lock: it completes during another write, and changes nothing', async () => {
  const file = catalogueFile(3);
  await importInto(shop, file);
  const elsewhere = await openDatabase(shop.dataDir, shop.databaseUrl);
  try {
    const summary = await write(elsewhere, async (tx) => {
      await tx.updateTable('variant').set({ stock: 1 }).execute();
      return importInto(shop, catalogueFile(4, 599), { dryRun: true });
    });
    expect(summary).toMatchObject({ products: { added: 1, changed: 3 }, variants: { added: 2, changed: 6 } });
    expect([await count('product'), await count('import_run')]).toEqual([3, 0]);
  } finally {
    await elsewhere.destroy();
  }
});

describe('an import that is killed', () => {
  test('before it writes leaves nothing, and the next import runs', async () => {
    await killedAt(shop, 'pictures', catalogueFile(20));
    expect(await count('import_run')).toBe(1);
    expect((await importInto(shop, catalogueFile(5))).products.added).toBe(5);
    expect([await count('product'), await count('import_run'), await count('import_item')]).toEqual([5, 0, 0]);
  });

  test('while it writes is completed by the next process, with every product once', async () => {
    await importInto(shop, catalogueFile(100, 499));
    await killedAt(shop, 'products', catalogueFile(150, 599));
    const left = await count('import_item');
    expect(left).toBeGreaterThan(0);

    const run = await finishInterruptedImport(shop.store.db, { pace: commandPacing });
    expect(run).toMatchObject({ state: 'applying', total: 150, done: 150 - left });
    expect([await count('product'), await count('variant'), await count('import_item')]).toEqual([150, 300, 0]);
    const prices = await shop.store.db.selectFrom('product').select('price').distinct().execute();
    expect(prices).toEqual([{ price: 59_900 }]);
    expect(await finishInterruptedImport(shop.store.db, { pace: commandPacing })).toBeUndefined();
    expect((await importInto(shop, catalogueFile(150, 599))).products).toMatchObject({ changed: 0, unchanged: 150 });
  });

  test('is left to its owner while the owner is alive', async () => {
    const { pictures, asked, arrive } = slowPictures();
    const running = importInto(shop, catalogueFile(3), { pictures });
    await asked;
    expect(await finishInterruptedImport(shop.store.db, { pace: commandPacing })).toBeUndefined();
    arrive();
    expect((await running).products.added).toBe(3);
  });

  test('is completed by a running shop', async () => {
    await killedAt(shop, 'products', catalogueFile(50));
    const { dataDir, databaseUrl } = shop;
    const store = await openStore({ dataDir, databaseUrl, log: pino({ level: 'silent' }) });
    try {
      await expect.poll(() => count('import_run')).toBe(0);
      expect(await count('product')).toBe(50);
    } finally {
      await store.close();
    }
  });
});

test('an import that cannot be completed is discarded by the next import', async () => {
  await killedAt(shop, 'products', catalogueFile(50));
  await shop.change((tx) => tx.updateTable('import_item').set({ change: '{"product":{}}' }).execute());
  await expect(finishInterruptedImport(shop.store.db, { pace: commandPacing })).rejects.toThrow();
  await importInto(shop, catalogueFile(50, 799));
  expect(await count('import_run')).toBe(0);
  expect(await shop.store.db.selectFrom('product').select('price').distinct().execute()).toEqual([{ price: 79_900 }]);
});

test('importing the same file again writes nothing, and new prices alone leave the search index unchanged', async () => {
  const { db } = shop.store;
  await importInto(shop, catalogueFile(30));
  const before = [await readRevision(db), await readWordsRevision(db)];
  expect((await importInto(shop, catalogueFile(30))).products).toMatchObject({ changed: 0, unchanged: 30 });
  expect([await readRevision(db), await readWordsRevision(db)]).toEqual(before);

  expect((await importInto(shop, catalogueFile(30, 599))).variants.changed).toBe(60);
  expect(await readRevision(db)).toBeGreaterThan(before[0] ?? 0);
  expect(await readWordsRevision(db)).toBe(before[1]);
  await importInto(shop, catalogueFile(30, 599, 'Linen shirt'));
  expect(await readWordsRevision(db)).toBeGreaterThan(before[1] ?? 0);
});

test('an order placed while prices change keeps stock and prices exact', async () => {
  await importInto(shop, catalogueFile(40));
  const { pictures, asked, arrive } = slowPictures();
  const running = importInto(shop, catalogueFile(40, 599), { pictures });
  await asked;
  await shop.change(async (tx) => {
    const { id } = await tx.selectFrom('product').select('id').where('slug', '=', 'shirt-7').executeTakeFirstOrThrow();
    await tx.updateTable('variant').set({ stock: 2 }).where('product_id', '=', id).where('product_variation', '=', 'M').execute();
    await tx.updateTable('product').set({ stock: 7 }).where('id', '=', id).execute();
  });
  arrive();
  await running;
  const product = await shop.store.db.selectFrom('product').selectAll().where('slug', '=', 'shirt-7').executeTakeFirstOrThrow();
  expect(product).toMatchObject({ price: 59_900, stock: 7 });
});

test.runIf(process.platform === 'linux')(
  'an import of a killed command is taken over at once, also when another process has its number',
  async () => {
    const other = spawn('sleep', ['30']);
    await once(other, 'spawn');
    const seen_at = isoAgo(20_000);
    const run = {
      id: 1,
      state: 'reading',
      owner: 'killed',
      host: processScope,
      pid: other.pid as number,
      seen_at,
      started_at: seen_at,
    } as const;
    await shop.change((tx) =>
      tx
        .insertInto('import_run')
        .values({ ...run, done: 0, total: 0, plan: '' })
        .execute(),
    );
    await importInto(shop, catalogueFile(1));
    other.kill('SIGKILL');
    expect([await count('import_run'), await count('product')]).toEqual([0, 1]);
  },
);
