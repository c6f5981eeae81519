import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { addFile, addSettings, projectFiles, sourceFolders } from './program-fingerprint.mjs';

/** Parts of `src` that are not built: they are external and run unbundled. */
const notBuilt = /^src\/(?:api|cli|server)\//;

/** Single files that a build depends on; missing ones count as empty. */
const files = [
  ...projectFiles,
  'src/server/astro-entry-point.ts',
  'src/server/builds/island-chunks.ts',
  'src/server/builds/shop-parts.ts',
  'src/server/builds/shop-texts-plugin.ts',
  'src/api/extend/replace-texts.ts',
  'src/api/extend/site-files.ts',
  'src/api/handlers/http/limit-request-body.ts',
];

async function sourceFiles(projectFolder: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of sourceFolders) {
    const entries = await readdir(join(projectFolder, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) if (entry.isFile()) found.push(relative(projectFolder, join(entry.parentPath, entry.name)));
  }
  return found.filter((file) => !notBuilt.test(file)).sort();
}

/** Hashes the inputs of a build: sources, dependencies and compiled-in settings. 16 hex digits. */
export async function hashInputs(projectFolder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const hash = createHash('sha256');
  addSettings(hash, env);
  for (const file of [...files, ...(await sourceFiles(projectFolder))])
    addFile(hash, file, await readFile(join(projectFolder, file)).catch(() => Buffer.alloc(0)));
  return hash.digest('hex').slice(0, 16);
}

/** Hashes names and contents of all files below `folder`. 8 hex digits. */
export async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  for (const name of names.sort()) addFile(hash, name, await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 8);
}
