import type { MediaSettings } from '#api/environment/media.ts';
import { withTimeout } from '#api/services/concurrency.ts';
import { type FileStorage, findAnyFile } from '#api/services/storage/file-storage.ts';

/** Timeout of the check at the start, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Checks at the start that S3-compatible storage can be used. Throws `StoreUnavailable` for wrong keys, a missing bucket or another wrong
 * setting. Storage that is down is only reported by `warn`: the shop sells without pictures until it is back.
 */
export async function checkPictureStorage(
  { s3 }: MediaSettings,
  pictures: FileStorage,
  warn: (problem: string) => void,
): Promise<void> {
  if (!s3) return;
  const { S3Timeout, isTransient, explainS3Error } = await import('#api/services/storage/s3/failure.ts');
  try {
    const createError = () => new S3Timeout(`no answer within ${TIMEOUT_MS / 1000} seconds`);
    await withTimeout(findAnyFile(pictures), TIMEOUT_MS, createError);
  } catch (error) {
    const explained = explainS3Error(error, s3);
    if (!isTransient(explained.cause)) throw explained;
    warn(`${explained.message}. Pictures are missing until it is back`);
  }
}
