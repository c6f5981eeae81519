import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a picture's files are named by: the same bytes are the same picture. */
export const hashContent = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24);

/** True when a picture's file is already there. */
export const hasMediaFile = (folder: string, name: string): boolean => existsSync(join(folder, name));

/** Puts a file in its place in one step, so that nobody ever reads half of it. */
export async function writeMediaFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${name}.${randomUUID()}`);
  await writeFile(unfinished, bytes);
  await rename(unfinished, join(folder, name));
}
