import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { compressedSuffixes } from './write-site-file.ts';

/** Files that are published later than others, because they link to them: pages of products first, sitemaps and feeds last. */
const ranks = [/^products\//, /^shop\//, /\.html$/, /\.xml$/];

const rankOf = (file: string): number => ranks.findIndex((pattern) => pattern.test(file));

/** Lists all files below `folder`, relative to it; none if it does not exist. */
export async function listFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await replaceFile(from, to);
    await rm(from);
  }
}

/** Copies a file in one step, so that no reader sees half of it. */
export async function replaceFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, `${to}.new`);
  await rename(`${to}.new`, to);
}

/** Removes a file and its compressed copies. */
export async function removeSiteFile(outDir: string, file: string): Promise<void> {
  for (const suffix of ['', ...compressedSuffixes]) await rm(join(outDir, file + suffix), { force: true });
}

/** Moves all files of `staging` to the site, pages after those that they link to. Compressed copies of older content do not stay. */
export async function publishStaged(staging: string, outDir: string): Promise<void> {
  const staged = new Set(await listFilesBelow(staging));
  const isCopy = (file: string): boolean =>
    compressedSuffixes.some((suffix) => file.endsWith(suffix) && staged.has(file.slice(0, -suffix.length)));
  const files = [...staged].filter((file) => !isCopy(file));
  for (const file of files.sort((a, b) => rankOf(a) - rankOf(b))) {
    for (const suffix of compressedSuffixes) {
      const copy = file + suffix;
      if (staged.has(copy)) await moveFile(join(staging, copy), join(outDir, copy));
      else await rm(join(outDir, copy), { force: true });
    }
    await moveFile(join(staging, file), join(outDir, file));
  }
}
