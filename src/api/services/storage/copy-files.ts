import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { limitConcurrency } from '#api/services/concurrency.ts';
import { type FileStorage, indexFiles, type StoredFile } from './file-storage.ts';

const MAX_CONCURRENT = 8;

/** Files started at a time, so that memory does not grow with their number. */
const PAGE_SIZE = 500;

/** A copied file is not the same as its source. */
export class CopyFailed extends Error {}

export interface CopyResult {
  files: number;
  bytes: number;
  /** Files that were copied; the others existed already with the same content. */
  copied: number;
}

const hash = (algorithm: 'md5' | 'sha256', bytes: Buffer): string => createHash(algorithm).update(bytes).digest('hex');

/** Reads a source file whole; undefined when it has been deleted meanwhile. Throws `CopyFailed` when its content is not what was stored. */
async function readSource(from: FileStorage, name: string): Promise<Buffer | undefined> {
  const file = await from.get(name);
  if (!file) return undefined;
  const bytes = await buffer(file.content);
  if (bytes.length !== file.bytes || (file.sha256 !== undefined && file.sha256 !== hash('sha256', bytes)))
    throw new CopyFailed(`"${name}" in ${from.location} is damaged`);
  return bytes;
}

/** Whether a file of the target has this content; reads it only when the storage gives no hash. */
async function hasContent(to: FileStorage, file: StoredFile, bytes: Buffer): Promise<boolean> {
  if (file.bytes !== bytes.length) return false;
  if (file.md5 !== undefined && file.md5 === hash('md5', bytes)) return true;
  const { sha256 } = (await to.head(file.name)) ?? {};
  if (sha256 !== undefined) return sha256 === hash('sha256', bytes);
  const stored = await to.get(file.name);
  return stored !== undefined && bytes.equals(await buffer(stored.content));
}

/**
 * Copies all files from one storage to another and verifies each by its hash. Skips what the target has already, so that an interrupted copy
 * continues. Deletes nothing. Throws `CopyFailed` when a copy is not the same as its source.
 */
export async function copyFiles(
  from: FileStorage,
  to: FileStorage,
  onProgress?: (done: number, total: number) => void,
): Promise<CopyResult> {
  const [sources, targets] = [[...(await indexFiles(from)).values()], await indexFiles(to)];
  const result: CopyResult = { files: sources.length, bytes: 0, copied: 0 };
  const limit = limitConcurrency(MAX_CONCURRENT);
  let done = 0;
  let hasFailed = false;
  const copy = async ({ name }: StoredFile): Promise<void> => {
    const bytes = await readSource(from, name);
    if (!bytes) return;
    const existing = targets.get(name);
    if (!existing || !(await hasContent(to, existing, bytes))) {
      await to.put(name, bytes);
      const stored = await to.head(name);
      if (!stored || !(await hasContent(to, stored, bytes)))
        throw new CopyFailed(`"${name}" did not arrive whole in ${to.location}`);
      result.copied++;
    }
    result.bytes += bytes.length;
    onProgress?.(++done, sources.length);
  };
  const copyUnlessFailed = (file: StoredFile): Promise<void> =>
    limit(async () => {
      if (hasFailed) return;
      await copy(file).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    });
  for (let start = 0; start < sources.length; start += PAGE_SIZE) {
    const ended = await Promise.allSettled(sources.slice(start, start + PAGE_SIZE).map(copyUnlessFailed));
    const failed = ended.find((copied) => copied.status === 'rejected');
    if (failed) throw failed.reason;
  }
  return result;
}
