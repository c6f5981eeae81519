import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { sourceName, storeAllFiles, storeRaster } from '#api/services/pictures/store-raster.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { readStoredFile } from '#api/services/storage/file-storage.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { createS3Storage } from '#api/services/storage/s3/s3-storage.ts';
import { parsePicture } from '#lib/rules/pictures/reference.ts';
import { PictureCache } from '#server/files/picture-cache.ts';
import { copyPictures, listPictureFiles } from '#server/static/copy-pictures.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';
import { startS3Server } from '#tests/support/storage/s3-server.ts';
import { startFileHost } from './fixture.ts';

let bytes: Buffer;
beforeAll(async () => {
  bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3a6b5c' } })
    .jpeg()
    .toBuffer();
});

/** A picture of which a storage has the first files only. */
async function storePreview(storage: FileStorage) {
  const queued: string[] = [];
  const { reference } = await storeRaster(storage, bytes, { add: async (hash) => void queued.push(hash) });
  const [hash = ''] = queued;
  const finish = async () => storeAllFiles(storage, hash, (await readStoredFile(storage, sourceName(hash))) as Buffer, 900);
  return { reference, hash, finish };
}

/** The shop's own folder, and S3-compatible storage by way of local copies. */
const storages: [string, () => Promise<{ storage: FileStorage; options: object }>][] = [
  [
    'a folder',
    async () => {
      const mediaFolder = temporaryFolder();
      return { storage: createFolderStorage(mediaFolder), options: { mediaFolder } };
    },
  ],
  [
    'S3-compatible storage',
    async () => {
      const server = await startS3Server();
      onTestFinished(() => server.close());
      const storage = createS3Storage(server.settings('media'));
      const folder = join(temporaryFolder(), 'cache');
      const pictureCache = new PictureCache({ storage, folder, maxBytes: 1e8, onError: () => undefined });
      return { storage, options: { mediaFolder: folder, pictureCache } };
    },
  ],
];

test.for(storages)(
  'a preview in %s is sent in place of each file until that is made, and no cache keeps it',
  async ([, open]) => {
    const { storage, options } = await open();
    const { reference, hash, finish } = await storePreview(storage);
    const { close, origin } = await startFileHost(() => undefined, options);
    onTestFinished(close);
    const files = parsePicture(reference).sources.flatMap(({ srcset }) => srcset.split(', ').map((entry) => entry.split(' ')[0]));
    expect(files).toHaveLength(9);
    for (const file of files) {
      const response = await fetch(origin + file);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=30',
        'content-location': `/media/${hash}.jpg`,
      });
      expect(await sharp(await response.bytes()).metadata()).toMatchObject({ format: 'jpeg', width: 800 });
    }
    for (const other of [`/media/${hash}-400.png`, `/media/${'0'.repeat(16)}-400.jpg`, `/media/${hash}-x.jpg`])
      expect((await fetch(origin + other)).status).toBe(404);
    await finish();
    if ('pictureCache' in options) {
      // A missing file is asked for again after ten seconds only.
      for (const file of files) (options.pictureCache as PictureCache).forgetMissing(file?.slice('/media/'.length) ?? '');
    }
    for (const file of files) {
      const response = await fetch(origin + file);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('content-location')).toBeNull();
      const { format } = await sharp(await response.bytes()).metadata();
      expect(format).toBe({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[file?.split('.')[1] ?? '']);
    }
  },
);

test('a static site waits for the files of pictures instead of copying their previews', async () => {
  const dataDir = temporaryFolder();
  const storage = createPictureFolder(dataDir);
  const { reference, finish } = await storePreview(storage);
  const { close, origin } = await startFileHost(() => undefined, { mediaFolder: join(dataDir, 'media') });
  onTestFinished(close);
  const outDir = temporaryFolder();
  let waits = 0;
  const copied = copyPictures(listPictureFiles(new Set([reference])), { origin, outDir, onWaiting: () => waits++ });
  await sleep(300);
  await finish();
  expect(await copied).toBe(0);
  expect(waits).toBe(1);
  for (const file of listPictureFiles(new Set([reference])))
    expect(readFileSync(join(outDir, file))).toEqual(readFileSync(join(dataDir, file)));
});
