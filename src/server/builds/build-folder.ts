import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** Name prefix of an unfinished build; it is renamed when it is complete. */
export const UNFINISHED = 'building-';

export const fileExists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Modes of a build, whatever the umask: the user that runs the shop is often not the one that builds it. */
export const READABLE_FOLDER = 0o755;
const READABLE_FILE = 0o644;

/** Lets every user read a folder and everything below it. */
export async function allowReading(folder: string): Promise<void> {
  await chmod(folder, READABLE_FOLDER);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? READABLE_FOLDER : READABLE_FILE);
}
