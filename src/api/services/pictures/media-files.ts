import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The content hash that names a picture's files: 24 hex digits. */
export const hashContent = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24);

/** Whether a media file exists. */
export const hasMediaFile = (folder: string, name: string): boolean => existsSync(join(folder, name));

/** Writes a file atomically: to a temporary file, which is then renamed. */
export async function writeMediaFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${name}.${randomUUID()}`);
  await writeFile(temporary, bytes);
  await rename(temporary, join(folder, name));
}
