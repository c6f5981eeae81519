import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_PICTURE_BYTES } from '#api/services/pictures/accepted-pictures.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import { fetchBytes } from '#lib/rules/http/fetch-text.ts';
import { parsePicture, pictureFields, splitPictures } from '#lib/rules/pictures/reference.ts';
import { svgJpegPath } from '#lib/rules/pictures/stored-name.ts';
import { parsePathSegments } from '#server/files/path-segments.ts';
import { StartFailure } from '#server/process/explain-start-failure.ts';

/** Pictures that are copied at a time. */
const CONCURRENCY = 8;

/** Timeout of a picture, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** How long to wait before a picture is asked for again of which the store has a preview only, in milliseconds. */
const PREVIEW_DELAY_MS = 2000;

/** After this time without a new picture the previews are copied, in milliseconds: the store cannot make the rest. */
const MAX_WAIT_MS = 5 * MINUTE_MS;

/** Adds all picture references in a reply to `found`. */
export function collectPictures(reply: unknown, found: Set<string>): void {
  if (typeof reply !== 'object' || reply === null) return;
  for (const [field, value] of Object.entries(reply)) {
    if (typeof value === 'object') collectPictures(value, found);
    else if (typeof value === 'string' && pictureFields.has(field))
      for (const reference of splitPictures(value)) found.add(reference);
  }
}

/** Origins of the references that are absolute URLs, sorted. */
export function originsOfPictures(references: ReadonlySet<string>): string[] {
  const origins = [...references].flatMap((reference) =>
    /^https?:\/\//i.test(reference) && URL.canParse(reference) ? new URL(reference).origin : [],
  );
  return [...new Set(origins)].sort();
}

/** Paths of all files of the store's own pictures: each in every width and format, drawings as JPEG too. */
export function listPictureFiles(references: ReadonlySet<string>): string[] {
  const files = [...references].flatMap((reference) => {
    const { src, sources } = parsePicture(reference);
    const widths = sources.flatMap(({ srcset }) => srcset.split(', ').map((entry) => entry.split(' ', 1)[0] ?? ''));
    return [src, ...widths, svgJpegPath(src) ?? src];
  });
  return [...new Set(files)].filter((file) => file.startsWith('/media/') && parsePathSegments(file)).map((file) => file.slice(1));
}

export interface CopyPicturesOptions {
  origin: string;
  outDir: string;
  onWaiting: () => void;
}

/**
 * Copies pictures from the store to the site; returns the number of those that the store does not have. Waits for those that the store is still
 * making: the site's copies may be cached for ever.
 */
export async function copyPictures(
  files: readonly string[],
  { origin, outDir, onWaiting }: CopyPicturesOptions,
): Promise<number> {
  let missing = 0;
  let next = 0;
  let isWaiting = false;
  let copiedAt = performance.now();
  const readPicture = async (file: string) => {
    for (;;) {
      const limits = { signal: AbortSignal.timeout(TIMEOUT_MS), maxBytes: MAX_PICTURE_BYTES };
      const picture = await fetchBytes(`${origin}/${file}`, limits).catch((error: unknown) => {
        throw new StartFailure(`The picture ${origin}/${file} cannot be read (${String(error)}). Nothing was published`);
      });
      // A preview in place of the picture.
      if (!picture.headers.has('content-location') || performance.now() - copiedAt > MAX_WAIT_MS) return picture;
      if (!isWaiting) onWaiting();
      isWaiting = true;
      await sleep(PREVIEW_DELAY_MS);
    }
  };
  const copyNext = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) {
      const { ok, body } = await readPicture(file);
      if (!ok) missing++;
      else await writePicture(join(outDir, file), body);
      copiedAt = performance.now();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, copyNext));
  return missing;
}

async function writePicture(path: string, body: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, body);
  await rename(`${path}.new`, path);
}
