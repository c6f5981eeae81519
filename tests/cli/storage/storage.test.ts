import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type FileStorage,
  findAnyFile,
  InvalidFileName,
  indexFiles,
  readStoredFile,
} from '#api/services/storage/file-storage.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { createS3Storage } from '#api/services/storage/s3/s3-storage.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';
import { countOpenDescriptors } from '#tests/support/open-descriptors.ts';
import { type S3Server, startS3Server } from '#tests/support/storage/s3-server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

let next = 0;
const implementations: Record<string, () => FileStorage> = {
  'a folder': () => createFolderStorage(join(temporaryFolder(), 'media')),
  'S3-compatible storage': () => createS3Storage(server.settings(`shop ${next++}/média`)),
};

describe.for(Object.entries(implementations))('%s', ([, create]) => {
  let storage: FileStorage;
  beforeEach(() => {
    storage = create();
  });

  test('keeps a file under its name, and replaces and deletes it', async () => {
    expect(await readStoredFile(storage, 'a.jpg')).toBeUndefined();
    expect(await storage.head('a.jpg')).toBeUndefined();
    await storage.put('a.jpg', Buffer.from('first'));
    await storage.put('a.jpg', Buffer.from('the second'));
    expect((await readStoredFile(storage, 'a.jpg'))?.toString()).toBe('the second');
    expect(await storage.head('a.jpg')).toMatchObject({ name: 'a.jpg', bytes: 10, modified: expect.any(Date) });
    await storage.delete('a.jpg');
    await storage.delete('a.jpg');
    expect(await readStoredFile(storage, 'a.jpg')).toBeUndefined();
  });

  test('finds any file without leaving its folder open', async () => {
    expect(await findAnyFile(storage)).toBeUndefined();
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await storage.put(name, Buffer.from('text'));
    expect(await findAnyFile(storage)).toMatchObject({ name: expect.stringMatching(/^[abc]\.jpg$/), bytes: 4 });
    expect(countOpenDescriptors(storage.location)).toBe(0);
  });

  test('gives a part of a file', async () => {
    await storage.put('a.jpg', Buffer.from('0123456789'));
    const part = await storage.get('a.jpg', { start: 3, end: 6 });
    expect(part).toMatchObject({ bytes: 10 });
    expect((await buffer(part?.content as Readable)).toString()).toBe('3456');
  });

  test('stores a local file and an empty one', async () => {
    const path = join(temporaryFolder(), 'shop.db');
    const content = randomBytes(300_000);
    writeFileSync(path, content);
    await storage.put('shop.db', { path });
    expect(await readStoredFile(storage, 'shop.db')).toEqual(content);
    writeFileSync(path, '');
    await storage.put('empty.db', { path });
    await storage.put('empty.txt', new Uint8Array());
    expect((await readStoredFile(storage, 'empty.db'))?.length).toBe(0);
    expect((await readStoredFile(storage, 'empty.txt'))?.length).toBe(0);
  });

  test('lists its files, however many', async () => {
    expect([...(await indexFiles(storage)).keys()]).toEqual([]);
    const names = Array.from({ length: 1100 }, (_, i) => `${i}.txt`);
    for (let i = 0; i < names.length; i += 50)
      await Promise.all(names.slice(i, i + 50).map((name) => storage.put(name, Buffer.from(name))));
    const files = await indexFiles(storage);
    expect([...files.keys()].sort()).toEqual(names.sort());
    expect(files.get('999.txt')).toMatchObject({ bytes: 7 });
  });

  const oddNames = [
    'two words.jpg',
    'a+b&c=d.jpg',
    '100%.jpg',
    '%2e%2e',
    '%2F.jpg',
    "it's (new)!*.jpg",
    'नमस्ते 🌞.jpg',
    'é'.repeat(100),
    'a<b>"c".jpg',
    '~$#?.jpg',
    'a..b',
    '-',
  ];
  test('keeps files with odd names', async () => {
    for (const name of oddNames) await storage.put(name, Buffer.from(name));
    for (const name of oddNames) expect((await readStoredFile(storage, name))?.toString()).toBe(name);
    expect([...(await indexFiles(storage)).keys()].sort()).toEqual(oddNames.toSorted());
    for (const name of oddNames) await storage.delete(name);
    expect([...(await indexFiles(storage)).keys()]).toEqual([]);
  });

  test.each(['', '.', '..', '../secret', 'a/b', '/etc/passwd', '.hidden', 'a\\b', 'a\0b', 'a\nb', 'x'.repeat(201), 'a\ud800'])(
    'refuses the name %j',
    async (name) => {
      await expect(storage.put(name, Buffer.from('x'))).rejects.toThrow(InvalidFileName);
      await expect(storage.get(name)).rejects.toThrow(InvalidFileName);
      await expect(storage.head(name)).rejects.toThrow(InvalidFileName);
      await expect(Promise.try(() => storage.delete(name))).rejects.toThrow(InvalidFileName);
    },
  );

  test('50 writers of one name leave one whole file, and readers meanwhile see none or a whole one', async () => {
    const contents = Array.from({ length: 50 }, () => randomBytes(40_000));
    const hashes = new Set(contents.map((content) => createHash('sha256').update(content).digest('hex')));
    let writing = true;
    const seen = new Set<string>();
    const read = async () => {
      while (writing) {
        const content = await readStoredFile(storage, 'a.jpg');
        if (content) seen.add(createHash('sha256').update(content).digest('hex'));
        await sleep(1);
      }
    };
    const reading = storage.location.startsWith('s3:') ? Promise.resolve() : read();
    await Promise.all(contents.map((content) => storage.put('a.jpg', content)));
    writing = false;
    await reading;
    const last = createHash('sha256')
      .update((await readStoredFile(storage, 'a.jpg')) ?? '')
      .digest('hex');
    expect(hashes).toContain(last);
    expect([...seen].filter((hash) => !hashes.has(hash))).toEqual([]);
    expect([...(await indexFiles(storage)).keys()]).toEqual(['a.jpg']);
  });

  test('50 files are written and read at once', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `${i}.jpg`);
    await Promise.all(names.map((name) => storage.put(name, Buffer.from(name))));
    const contents = await Promise.all(names.map((name) => readStoredFile(storage, name)));
    expect(contents.map(String)).toEqual(names);
  });
});
