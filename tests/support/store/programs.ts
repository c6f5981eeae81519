import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#server/builds/build-folder.ts';
import { bundleScripts } from '#server/builds/bundle-program.ts';
import { hashSources } from '#server/builds/program-fingerprint.mjs';

const programsFolder = join(projectFolder, 'node_modules', '.cache', 'test-programs');

/** Scripts beside this one that run in processes of their own; they are named `<name>-process.ts`. */
const PROCESS = '-process.ts';

/** Name prefix of an unfinished bundle. */
const UNFINISHED = 'bundling-';

async function findOrBundle(): Promise<string> {
  const scripts = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts'));
  const hash = createHash('sha256').update(hashSources(projectFolder, {}));
  for (const file of scripts) hash.update(`${file}\0`).update(readFileSync(join(import.meta.dirname, file)));
  const folder = join(programsFolder, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(programsFolder, { recursive: true });
  const old = readdirSync(programsFolder).filter((name) => !name.startsWith(UNFINISHED));
  const unfinished = mkdtempSync(join(programsFolder, UNFINISHED));
  const programs = scripts.filter((file) => file.endsWith(PROCESS));
  await bundleScripts(
    Object.fromEntries(programs.map((file) => [file.slice(0, -PROCESS.length), join(import.meta.dirname, file)])),
    unfinished,
    {},
  );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another worker finished the same bundle first.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  for (const name of old) rmSync(join(programsFolder, name), { recursive: true, force: true });
  return folder;
}

let bundled: Promise<string> | undefined;

/**
 * Returns the path of the script that runs `<name>-process.ts`. All of them are bundled with the store, as the server is, so that a process
 * starts without stripping types and resolving hundreds of modules; a bundle is kept until a source changes.
 */
export async function programPath(name: string): Promise<string> {
  bundled ??= findOrBundle();
  return join(await bundled, `${name}.mjs`);
}
