import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '#api/database/errors/store-unavailable.ts';
import { ensureFolder } from '#api/database/files/data-folder.ts';
import { loadEnvFile } from '#api/env-file.mjs';
import { projectFolder, runAstroBuild } from './builds/astro-build.ts';
import { hashFolder, hashInputs } from './builds/fingerprint.ts';
import { createMarksFolder, isInUse, markInUse, removeMark } from './builds/in-use.ts';
import { allowReading, READABLE_FOLDER } from './builds/permissions.ts';
import { precompress } from './builds/precompress.ts';
import { exitWithStartFailure, StartFailure } from './process/start-failure.ts';

/** Marker file of a complete build. */
const COMPLETE = 'complete';

/** Name prefix of an unfinished build; it is renamed when it is complete. */
const UNFINISHED = 'building-';

/** Builds kept even if no process uses them, so that a rollback to the last one needs no build. */
const KEPT_BUILDS = 2;

export interface BuildOptions {
  /** Prints the output of the build. */
  verbose?: boolean;
  /** Parent folder of all builds. */
  buildsFolder?: string;
  /** Environment variables; some are compiled into the build. */
  env?: NodeJS.ProcessEnv;
  /** Creates the files of a build in `outDir`: `client` for browsers, `server` for the host. */
  make?: (outDir: string, verbose: boolean) => Promise<void>;
}

const fileExists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Finds the complete build with this hash of its inputs. */
async function findBuild(buildsFolder: string, inputs: string): Promise<string | undefined> {
  const names = await readdir(buildsFolder).catch(() => []);
  for (const name of names.sort()) {
    if (name.startsWith(`${inputs}-`) && (await fileExists(join(buildsFolder, name, COMPLETE)))) return join(buildsFolder, name);
  }
  return undefined;
}

async function createBuildFolder(buildsFolder: string): Promise<string> {
  try {
    if (!(await fileExists(buildsFolder))) {
      ensureFolder(buildsFolder);
      await chmod(buildsFolder, READABLE_FOLDER);
    }
    const folder = await mkdtemp(join(buildsFolder, UNFINISHED));
    // mkdtemp creates folders that other users cannot read.
    await chmod(folder, READABLE_FOLDER);
    return folder;
  } catch (error) {
    const advice = 'Run npm run build as a user with write access; the shop itself needs only read access';
    throw new StartFailure(`The pages cannot be built: ${buildsFolder} cannot be written to (${reasonOf(error)}). ${advice}`);
  }
}

/**
 * Builds the pages and precompresses the browser's files. A complete build is renamed to the hashes of its inputs and contents, so that
 * the files of a build in use never change.
 */
async function build(inputs: string, { buildsFolder, make, verbose }: Required<BuildOptions>): Promise<void> {
  const building = await createBuildFolder(buildsFolder);
  createMarksFolder(building);
  const release = markInUse(building);
  try {
    // Astro empties its output folder, which would delete the in-use mark.
    const output = join(building, 'output');
    await make(output, verbose);
    for (const part of ['client', 'server']) await rename(join(output, part), join(building, part));
    await rm(output, { recursive: true });
    await precompress(join(building, 'client'));
    for (const part of ['client', 'server']) await allowReading(join(building, part));
    const contents = `${await hashFolder(join(building, 'server'))}${await hashFolder(join(building, 'client'))}`;
    await writeFile(join(building, COMPLETE), '');
    const folder = join(buildsFolder, `${inputs}-${contents}`);
    await rename(building, folder).then(
      () => removeMark(folder),
      async (error: unknown) => {
        // Another process finished the same build first.
        if (!(await findBuild(buildsFolder, inputs))) throw error;
      },
    );
  } finally {
    if (release) release();
    await rm(building, { recursive: true, force: true });
  }
}

/** Removes a build unless it is in use. A process that marks it concurrently finds it incomplete and retries (see `openBuild`). */
async function removeUnlessInUse(folder: string): Promise<void> {
  if (await isInUse(folder)) return;
  const complete = join(folder, COMPLETE);
  const wasComplete = await fileExists(complete);
  await rm(complete, { force: true });
  if (!(await isInUse(folder))) await rm(folder, { recursive: true, force: true });
  else if (wasComplete) await writeFile(complete, '');
}

/** Removes old builds that are not in use, and interrupted ones. Keeps the newest. */
async function removeOldBuilds(buildsFolder: string, newest: string): Promise<void> {
  const builds = await Promise.all(
    (await readdir(buildsFolder)).map(async (name) => {
      const folder = join(buildsFolder, name);
      return {
        name,
        folder,
        createdMs: await stat(folder).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      };
    }),
  );
  const unfinished = builds.filter(({ name }) => name.startsWith(UNFINISHED));
  const finished = builds.filter(({ name, folder }) => !name.startsWith(UNFINISHED) && folder !== newest);
  const old = finished.sort((a, b) => b.createdMs - a.createdMs).slice(KEPT_BUILDS - 1);
  // Builds of another user cannot be removed.
  for (const { folder } of [...unfinished, ...old]) await removeUnlessInUse(folder).catch(() => undefined);
}

/** Builds the current sources unless there is a build of them. Returns its folder. Throws `StartFailure`. */
export async function buildIfNeeded(print: (line: string) => void, options: BuildOptions = {}): Promise<string> {
  const { verbose = false, buildsFolder = join(projectFolder, 'dist'), env = process.env, make = runAstroBuild } = options;
  const inputs = await hashInputs(projectFolder, env);
  const existing = await findBuild(buildsFolder, inputs);
  if (existing) return existing;
  print('Building the pages (only needed once, and again after a change) …');
  await build(inputs, { buildsFolder, env, make, verbose });
  const created = await findBuild(buildsFolder, inputs);
  if (!created) throw new StartFailure('The build was removed by another process. Start again');
  await removeOldBuilds(buildsFolder, created);
  return created;
}

/** Like `buildIfNeeded`, and marks the build as in use until this process ends. */
export async function openBuild(print: (line: string) => void, options: BuildOptions = {}): Promise<string> {
  for (;;) {
    const folder = await buildIfNeeded(print, options);
    const release = markInUse(folder);
    if (!release || (await fileExists(join(folder, COMPLETE)))) return folder;
    release();
  }
}

if (import.meta.main) {
  try {
    loadEnvFile();
    console.log(`The pages are in ${await buildIfNeeded(console.log, { verbose: true })}`);
  } catch (error) {
    exitWithStartFailure(error);
  }
}
