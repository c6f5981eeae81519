import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PageSource } from './page-renderer.ts';

/** What a published site was made from. It lies beside the site's folder, because that is public. */
export interface Manifest {
  inputs: string;
  /** Catalogue revision of all pages; undefined if the store does not report one. */
  revision?: number | undefined;
  pages: Record<string, PageSource & { redirect?: string }>;
  /** Files of the build, and those of the build before, which open pages may still load. */
  assets: string[];
  previousAssets: string[];
  pictures: string[];
}

/** Path of a file or folder beside the site's: hidden, and named after it. */
export const besideSite = (outDir: string, suffix: string): string => join(dirname(outDir), `.${basename(outDir)}.${suffix}`);

const manifestFile = (outDir: string): string => besideSite(outDir, 'build.json');

/** Reads the manifest of a site; undefined if there is none or it is damaged. */
export async function readManifest(outDir: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(manifestFile(outDir), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

export async function writeManifest(outDir: string, manifest: Manifest): Promise<void> {
  const file = manifestFile(outDir);
  await writeFile(`${file}.new`, JSON.stringify(manifest));
  await rename(`${file}.new`, file);
}
