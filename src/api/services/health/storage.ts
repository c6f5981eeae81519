import { reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { formatBytes, formatCount } from '#api/services/format-texts.ts';
import { listMissingPictures } from '#api/services/import/retry-pictures.ts';
import { readEncodingQueue } from '#api/services/pictures/encoding/encoding-queue.ts';
import { takePictureInventory } from '#api/services/pictures/media-references.ts';
import { type FileStorage, findAnyFile, indexFiles, readStoredFile } from '#api/services/storage/file-storage.ts';
import type { StoreFiles } from '#api/services/storage/open-store-files.ts';
import { bucketUrl, formatS3Url, type S3Settings } from '#api/services/storage/s3/settings.ts';
import type { Finding } from './finding.ts';

interface MediaSettings {
  s3: S3Settings | undefined;
  publicUrl: string | undefined;
}

/** Timeout of requests without keys, in milliseconds. */
const PUBLIC_TIMEOUT_MS = 5000;

const check = 'storage';

async function readPublicStatus(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PUBLIC_TIMEOUT_MS) });
    return response.status;
  } catch {
    return undefined;
  }
}

/** Writes, reads and deletes a file among the backups. Returns whether everyone could have read it. */
async function probePrivateFiles(backups: FileStorage, s3: S3Settings, publicUrl: string | undefined): Promise<boolean> {
  const name = `doctor-${process.pid}-${Date.now()}.txt`;
  await backups.put(name, Buffer.from(name));
  try {
    if ((await readStoredFile(backups, name))?.toString() !== name) throw new Error('a file was read back with other contents');
    const path = `private/backups/${name}`;
    const urls = [`${bucketUrl(s3)}/${encodeURI(s3.prefix)}${path}`, ...(publicUrl ? [`${publicUrl}/${path}`] : [])];
    return (await Promise.all(urls.map(readPublicStatus))).includes(200);
  } finally {
    await backups.delete(name);
  }
}

/** Checks that S3-compatible storage can be written, read and deleted from, and that backups in it are not public. */
export async function checkStorage({ s3, publicUrl }: MediaSettings, { backups }: StoreFiles): Promise<Finding[]> {
  if (!s3) return [];
  try {
    const isPublic = await probePrivateFiles(backups, s3, publicUrl);
    const finding = `${formatS3Url(s3)} can be read and written: ${formatCount((await indexFiles(backups)).size, 'backup')}`;
    if (!isPublic) return [{ check, state: 'good', finding }];
    return [
      {
        check,
        state: 'bad',
        finding: `Everyone can read the backups in ${formatS3Url(s3)}`,
        fix: `Allow public reads of "${s3.prefix}media/" only, not of "${s3.prefix}private/"`,
      },
    ];
  } catch (error) {
    if (error instanceof StoreUnavailable) return [{ check, state: 'bad', finding: error.problem, fix: error.fix }];
    const fix = 'See whether the storage keeps what is written to it';
    return [{ check, state: 'bad', finding: `${formatS3Url(s3)} cannot be used (${reasonOf(error)})`, fix }];
  }
}

async function checkPublicUrl(publicUrl: string | undefined, pictures: FileStorage): Promise<Finding[]> {
  const first = await findAnyFile(pictures);
  if (!publicUrl || !first) return [];
  const url = `${publicUrl}/media/${encodeURIComponent(first.name)}`;
  const status = await readPublicStatus(url);
  if (status === 200) return [{ check: 'public pictures', state: 'good', finding: `${publicUrl} gives the pictures` }];
  const finding = `${url} gives no picture (${status === undefined ? 'no answer' : `status ${status}`})`;
  return [
    {
      check: 'public pictures',
      state: 'bad',
      finding,
      fix: 'Let it serve the folder "media" of the storage, or unset MEDIA_PUBLIC_URL',
    },
  ];
}

/** Reports pictures that are still being made, those that cannot be, and those that imports left out. */
export async function checkUnfinishedPictures(db: Db): Promise<Finding[]> {
  const fix = 'Run "store pictures retry"; "store pictures show" names them all';
  const [{ waiting, failed }, missing] = [await readEncodingQueue(db), await listMissingPictures(db)];
  const findings: Finding[] = [];
  if (waiting > 0) {
    const finding = `${formatCount(waiting, 'picture')} shown by a preview until the running shop has made the other sizes`;
    findings.push({ check: 'previews', state: 'note', finding });
  }
  if (failed.length > 0)
    findings.push({
      check: 'previews',
      state: 'bad',
      finding: `${formatCount(failed.length, 'picture')} keep their preview`,
      fix,
    });
  const [first] = missing;
  if (first) {
    const finding = `${formatCount(missing.length, 'picture')} left out by an import: ${first.picture} of ${first.products[0]} ${first.reason}`;
    findings.push({ check: 'left out', state: 'bad', finding, fix });
  }
  return findings;
}

/** Checks that all pictures that pages refer to are stored, and says how large they are. */
export async function checkPictures(db: Db, { publicUrl }: MediaSettings, { pictures }: StoreFiles): Promise<Finding[]> {
  const check = 'pictures';
  try {
    const { files, bytes, missing } = await takePictureInventory(db, pictures);
    const [first] = missing;
    const others = missing.length > 1 ? ` and ${formatCount(missing.length - 1, 'other')}` : '';
    const inventory: Finding = first
      ? {
          check,
          state: 'bad',
          finding: `${formatCount(missing.length, 'picture file')} missing: ${first.file} of ${first.shownBy}${others}`,
          fix: `Copy the pictures back to ${pictures.location}, or import again`,
        }
      : { check, state: 'good', finding: `All picture files exist: ${formatCount(files, 'file')}, ${formatBytes(bytes)}` };
    return [inventory, ...(await checkUnfinishedPictures(db)), ...(await checkPublicUrl(publicUrl, pictures))];
  } catch (error) {
    // `checkStorage` reports it.
    if (error instanceof StoreUnavailable) return [];
    throw error;
  }
}
