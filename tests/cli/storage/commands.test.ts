import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import { write } from '#api/database/transaction.ts';
import { finishQueued } from '#api/services/pictures/encoding/encode-queued.ts';
import { indexFiles, readStoredFile } from '#api/services/storage/file-storage.ts';
import { createPictureFolder, openStoreFiles } from '#api/services/storage/open-store-files.ts';
import { csvFile, type Ended, emptyShop, readProducts, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { refuseS3, type S3Server, startS3Server } from '#tests/support/storage/s3-server.ts';
import { addProduct } from '#tests/support/store/products.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterEach(() => {
  server.intercept = undefined;
});
afterAll(() => server.close());

let next = 0;

/** A shop whose storage has a prefix of its own. */
async function remoteShop() {
  const { db, dataDir } = await emptyShop();
  const prefix = `shop-${next++}`;
  const url = server.url(prefix);
  const settings = { DATA_DIR: dataDir, MEDIA_URL: url, ...server.keys };
  const run = (...args: string[]): Promise<Ended> => storeIn(settings, ...args);
  /** Without the setting, as before a move. */
  const runLocally = (...args: string[]): Promise<Ended> => storeIn({ DATA_DIR: dataDir, ...server.keys }, ...args);
  return { db, dataDir, url, prefix, settings, run, runLocally, files: await openStoreFiles(dataDir, server.settings(prefix)) };
}

/** A folder with one photograph, and rows of a product with it. */
async function catalogue() {
  const folder = temporaryFolder();
  const photograph = sharp({ create: { width: 900, height: 600, channels: 3, background: '#8a2b2b' } });
  await photograph.png().toFile(join(folder, 'cap.png'));
  const file = csvFile([
    ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty', 'Image Src'],
    ['cap', 'Cap', 'Caps', '499', '4', 'cap.png'],
  ]);
  return { file, folder };
}

const namesIn = async (storage: Parameters<typeof indexFiles>[0]) => [...(await indexFiles(storage)).keys()].sort();

test('an import stores pictures and its file in the storage, and nothing in the data folder', async () => {
  const { db, dataDir, run, files } = await remoteShop();
  const { file, folder } = await catalogue();
  expect(await run('import', file, '--pictures', folder)).toMatchObject({ code: 0, err: '' });
  expect(await namesIn(files.pictures)).toHaveLength(2);
  await finishQueued(db, files.pictures);
  const [cap] = await readProducts(db);
  expect(cap?.pictures).toMatch(/^\/media\/[0-9a-f]{16}-900\.jpg#900x600~/);
  expect(await namesIn(files.pictures)).toHaveLength(9);
  expect(existsSync(join(dataDir, 'media'))).toBe(false);
  const [kept = ''] = files.imports ? await namesIn(files.imports) : [];
  expect(kept).toMatch(/^[\dT-]+Z-products\.csv$/);
  expect(await files.imports?.head(kept)).toMatchObject({ bytes: statSync(file).size });

  // Again, now from the storage: nothing has changed.
  await (await openStoreFiles(dataDir, server.settings('uploads'))).pictures.put('products.csv', readFileSync(file));
  const again = await run(
    'import',
    `s3://shop/uploads/media/products.csv${server.url().slice(server.url().indexOf('?'))}`,
    '--pictures',
    folder,
    '--json',
  );
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(again.out)).toMatchObject({ products: { added: 0, changed: 0, unchanged: 1 } });

  const exported = join(temporaryFolder(), 'catalogue.csv');
  const pictures = join(temporaryFolder(), 'pictures');
  expect(await run('export', exported, '--pictures', pictures, '--json')).toMatchObject({ code: 0 });
  expect(readdirSync(pictures)).toHaveLength(9);
});

test('an import whose storage refuses says what to do and changes nothing', async () => {
  const { db, run } = await remoteShop();
  const { file, folder } = await catalogue();
  server.intercept = (request, response) => request.method === 'PUT' && refuseS3(response, 403, 'AccessDenied');
  const ended = await run('import', file, '--pictures', folder);
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(/The storage s3:\/\/shop\/.* cannot be used .*Let the key in AWS_ACCESS_KEY_ID/);
  expect(await readProducts(db)).toEqual([]);
});

test('backups are written to the storage, listed, restored from it, and the oldest deleted', async () => {
  const { db, dataDir, run, url, files } = await remoteShop();
  await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
  const first = await run('backup', '--to-media', '--json');
  expect(first).toMatchObject({ code: 0, err: '' });
  const { file } = JSON.parse(first.out);
  expect(file).toMatch(/^s3:\/\/shop\/shop-\d+\/private\/backups\/shop-\d{4}-\d\d-\d\dT\d{9}Z\.db$/);
  await write(db, (tx) => addProduct(tx, { name: 'Vase', category: 'Home' }));
  await files.backups.put('shop-2020-01-01T000000Z.db', Buffer.from('old'));
  await files.backups.put('by-hand.db', Buffer.from('mine'));
  expect(JSON.parse((await run('backup', '--list', '--json')).out)).toMatchObject([
    { name: file.split('/').at(-1) },
    { name: 'shop-2020-01-01T000000Z.db', bytes: 3 },
    { name: 'by-hand.db' },
  ]);

  const named = `${url.replace('?', '/copies/lamp.db?')}`;
  expect(await run('backup', named)).toMatchObject({ code: 0, err: '' });
  expect((await run('backup', named)).err).toContain('already exists');
  expect(await run('restore', '--from-media', file.split('/').at(-1))).toMatchObject({ code: 0, err: '' });
  const names = async () => {
    const current = await openDatabase(dataDir);
    const rows = await current.selectFrom('product').select('name').orderBy('id').execute();
    await current.destroy();
    return rows.map(({ name }) => name);
  };
  expect(await names()).toEqual(['Lamp']);
  expect(await run('restore', named)).toMatchObject({ code: 0, err: '' });
  expect(await names()).toEqual(['Lamp', 'Vase']);
  expect((await run('restore', '--from-media', 'by-hand.db')).err).toMatch(
    /"s3:\/\/shop\/.*by-hand\.db" cannot be restored: it is not a shop database/,
  );
  expect((await run('restore', '--from-media', 'gone.db')).err).toContain('There is no file "gone.db" in s3://shop/');

  expect(await namesIn(files.backups)).toHaveLength(3);
  expect(JSON.parse((await run('backup', '--to-media', '--keep', '1', '--json')).out).removed).toBeGreaterThanOrEqual(1);
  expect((await namesIn(files.backups)).filter((name) => name.startsWith('shop-'))).toHaveLength(1);
  expect(await namesIn(files.backups)).toContain('by-hand.db');
  expect(readdirSync(dataDir).filter((name) => name.startsWith('transfer-'))).toEqual([]);
});

test('without S3 --to-media writes a private file in the data folder', async () => {
  const { dataDir, runLocally } = await remoteShop();
  expect(await runLocally('backup', '--to-media')).toMatchObject({ code: 0, err: '' });
  const [name = ''] = readdirSync(join(dataDir, 'backups'));
  expect(statSync(join(dataDir, 'backups')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'backups', name)).mode & 0o777).toBe(0o600);
  expect(await runLocally('restore', '--from-media')).toMatchObject({ code: 0, err: '' });
});

test('a backup that was changed in the storage is not restored', async () => {
  const { run, files, prefix } = await remoteShop();
  await run('backup', '--to-media');
  const [name = ''] = await namesIn(files.backups);
  const stored = join(server.folder, 'shop', prefix, 'private/backups', `${name}._S3rver_object`);
  const bytes = readFileSync(stored);
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  writeFileSync(stored, bytes);
  expect(await run('restore', '--from-media')).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') });
});

test.for([
  [['backup'], 'Give a file, an s3:// URL or --to-media'],
  [['backup', 'a.db', '--to-media'], 'Give a file, an s3:// URL or --to-media'],
  [['backup', 'a.db', '--keep', '2'], '--keep is for backups with --to-media'],
  [['backup', '--to-media', '--keep', '0'], 'It must be a whole number from 1'],
  [['restore'], 'Give a file, an s3:// URL or --from-media'],
  [['move', '--media', '--to', 'postgres://nowhere/shop'], '--to must be a folder or a URL such as s3:'],
] as const)('%s is refused', async ([args, message]) => {
  const { run } = await remoteShop();
  expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});

test('wrong addresses and missing keys are refused with a sentence', async () => {
  const { run, dataDir } = await remoteShop();
  expect((await run('backup', 's3://shop')).err).toContain('names no file');
  expect((await run('backup', 's3://Shop_1/a.db')).err).toContain('bucket name');
  const withoutKeys = await storeIn({ DATA_DIR: dataDir, MEDIA_URL: 's3://shop', AWS_ACCESS_KEY_ID: '' }, 'backup', '--list');
  expect(withoutKeys.err).toContain('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set');
});

test('pictures move to the storage and back, each verified; a repeated or interrupted move continues', async () => {
  const { db, dataDir, url, run, runLocally, files } = await remoteShop();
  const { file, folder } = await catalogue();
  await runLocally('import', file, '--pictures', folder);
  await finishQueued(db, createPictureFolder(dataDir));
  const media = join(dataDir, 'media');
  const names = readdirSync(media).sort();
  const move = async () => {
    const ended = await runLocally('move', '--media', '--to', url, '--json');
    return ended.code === 0 ? JSON.parse(ended.out) : ended;
  };
  let uploads = 0;
  server.intercept = (request, response) => request.method === 'PUT' && ++uploads > 3 && refuseS3(response, 403, 'AccessDenied');
  expect(await move()).toMatchObject({ code: 1, out: expect.stringContaining('Let the key') });
  server.intercept = undefined;
  const arrived = (await namesIn(files.pictures)).length;
  expect(arrived).toBeGreaterThanOrEqual(1);
  expect(await move()).toMatchObject({ files: 9, copied: 9 - arrived, bytes: expect.any(Number) });
  expect(await namesIn(files.pictures)).toEqual(names);
  expect(await move()).toMatchObject({ files: 9, copied: 0 });

  // A file that was changed is copied again.
  await files.pictures.put(names[0] ?? '', Buffer.alloc(statSync(join(media, names[0] ?? '')).size));
  expect(await move()).toMatchObject({ copied: 1 });
  expect(await readStoredFile(files.pictures, names[0] ?? '')).toEqual(readFileSync(join(media, names[0] ?? '')));
  expect(readdirSync(media).sort()).toEqual(names);

  rmSync(media, { recursive: true });
  const said = await run('move', '--media', '--to', media);
  expect(said.out).toContain('9 picture files');
  expect(said.out).toContain('Unset MEDIA_URL and restart the shop');
  expect(readdirSync(media).sort()).toEqual(names);
  expect((await run('move', '--media', '--to', url)).err).toContain('already');
});

test('doctor says whether the storage can be used, how large it is, and whether backups are public', async () => {
  const { db, run, files } = await remoteShop();
  const { file, folder } = await catalogue();
  await run('import', file, '--pictures', folder);
  await finishQueued(db, files.pictures);
  const doctor = async (): Promise<Record<string, { state: string; finding: string; fix?: string }>> => {
    const { findings } = JSON.parse((await run('doctor', '--json')).out);
    return Object.fromEntries(findings.map((finding: { check: string }) => [finding.check, finding]));
  };
  expect(await doctor()).toMatchObject({
    storage: { state: 'good', finding: expect.stringMatching(/^s3:\/\/shop\/shop-\d+ can be read and written: 0 backups$/) },
    pictures: { state: 'good', finding: expect.stringMatching(/^All picture files exist: 9 files, [\d.]+ KB$/) },
  });
  expect(await namesIn(files.backups)).toEqual([]);

  await files.pictures.delete((await namesIn(files.pictures))[0] ?? '');
  expect(await doctor()).toMatchObject({
    pictures: { state: 'bad', finding: expect.stringContaining('2 picture files missing') },
  });

  server.intercept = (request, response) => {
    if (request.headers.authorization) return false;
    response.writeHead(200).end();
    return true;
  };
  expect(await doctor()).toMatchObject({ storage: { state: 'bad', fix: expect.stringContaining('media/" only') } });
  server.intercept = (request, response) => request.method === 'PUT' && refuseS3(response, 403, 'AccessDenied');
  expect(await doctor()).toMatchObject({ storage: { state: 'bad', fix: expect.stringContaining('Let the key') } });
});
