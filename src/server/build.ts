import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '#api/database/errors/store-unavailable.ts';
import { ensureFolder } from '#api/database/files/data-folder.ts';
import { projectFolder, runAstroBuild } from './builds/astro-build.ts';
import { hashFolder, hashInputs } from './builds/fingerprint.ts';
import { createMarksFolder, isInUse, markInUse, removeMark } from './builds/in-use.ts';
import { precompress } from './builds/precompress.ts';
import { exitWithStartFailure, StartFailure } from './process/start-failure.ts';

/** Marks a build that came to its end. */
const COMPLETE = 'complete';

/** A build under way; it gets its name when it is complete. */
const UNFINISHED = 'building-';

/** So many builds stay even if no process uses them: going back to the last one then needs no build. */
const KEPT_BUILDS = 2;

export interface BuildOptions {
  /** Shows what the builder prints. */
  verbose?: boolean;
  /** Holds the builds side by side, each in a folder of its own. */
  buildsFolder?: string;
  /** The settings that a build depends on. */
  env?: NodeJS.ProcessEnv;
  /** Makes the files of a build in `outDir`: `client` for browsers, `server` for the host. */
  make?: (outDir: string, verbose: boolean) => Promise<void>;
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The complete build of these inputs, if there is one. */
async function findBuild(buildsFolder: string, inputs: string): Promise<string | undefined> {
  const names = await readdir(buildsFolder).catch(() => []);
  for (const name of names.sort()) {
    if (name.startsWith(`${inputs}-`) && (await isThere(join(buildsFolder, name, COMPLETE)))) return join(buildsFolder, name);
  }
  return undefined;
}

async function newBuildFolder(buildsFolder: string): Promise<string> {
  try {
    ensureFolder(buildsFolder);
    const folder = await mkdtemp(join(buildsFolder, UNFINISHED));
    // A folder made by mkdtemp is closed to the user that runs the shop later.
    await chmod(folder, 0o755);
    return folder;
  } catch (error) {
    const help = 'Run npm run build as a user that may write there; the shop itself then only reads';
    throw new StartFailure(`The pages cannot be built: ${buildsFolder} cannot be written to (${reasonOf(error)}). ${help}`);
  }
}

/**
 * Builds the pages and compresses the browser's files. A build is named by what it is made from and what it contains, and renamed to
 * that when it is complete: no other files ever appear under the name of a build that a process uses.
 */
async function build(inputs: string, { buildsFolder, make, verbose }: Required<BuildOptions>): Promise<void> {
  const building = await newBuildFolder(buildsFolder);
  createMarksFolder(building);
  const release = markInUse(building);
  try {
    // Astro empties the folder that it writes to, which would take the mark away.
    const output = join(building, 'output');
    await make(output, verbose);
    for (const part of ['client', 'server']) await rename(join(output, part), join(building, part));
    await rm(output, { recursive: true });
    await precompress(join(building, 'client'));
    const contents = `${await hashFolder(join(building, 'server'))}${await hashFolder(join(building, 'client'))}`;
    await writeFile(join(building, COMPLETE), '');
    const folder = join(buildsFolder, `${inputs}-${contents}`);
    await rename(building, folder).then(
      () => removeMark(folder),
      async (error: unknown) => {
        // Another process was first with the same files.
        if (!(await findBuild(buildsFolder, inputs))) throw error;
      },
    );
  } finally {
    if (release) release();
    await rm(building, { recursive: true, force: true });
  }
}

/** Removes one build unless a process uses it. A process that marks it meanwhile finds it incomplete and looks again. */
async function removeUnlessInUse(folder: string): Promise<void> {
  if (await isInUse(folder)) return;
  const complete = join(folder, COMPLETE);
  const wasComplete = await isThere(complete);
  await rm(complete, { force: true });
  if (!(await isInUse(folder))) await rm(folder, { recursive: true, force: true });
  else if (wasComplete) await writeFile(complete, '');
}

/** Removes builds that no process uses, all but the newest ones, and what is left of builds that were interrupted. */
async function removeOldBuilds(buildsFolder: string, newest: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(buildsFolder)).map(async (name) => {
      const folder = join(buildsFolder, name);
      return {
        name,
        folder,
        made: await stat(folder).then(
          (it) => it.mtimeMs,
          () => 0,
        ),
      };
    }),
  );
  const unfinished = found.filter(({ name }) => name.startsWith(UNFINISHED));
  const finished = found.filter(({ name, folder }) => !name.startsWith(UNFINISHED) && folder !== newest);
  const old = finished.sort((a, b) => b.made - a.made).slice(KEPT_BUILDS - 1);
  // What belongs to another user stays: only they can remove it.
  for (const { folder } of [...unfinished, ...old]) await removeUnlessInUse(folder).catch(() => undefined);
}

/** The build of exactly these sources, made now if there is none. Returns its folder. Throws `StartFailure` when it cannot be made. */
export async function buildIfNeeded(say: (line: string) => void, options: BuildOptions = {}): Promise<string> {
  const { verbose = false, buildsFolder = join(projectFolder, 'dist'), env = process.env, make = runAstroBuild } = options;
  const inputs = await hashInputs(projectFolder, env);
  const ready = await findBuild(buildsFolder, inputs);
  if (ready) return ready;
  say('Building the pages (only needed once, and again after a change) …');
  await build(inputs, { buildsFolder, env, make, verbose });
  const made = await findBuild(buildsFolder, inputs);
  if (!made) throw new StartFailure('The build was removed while it was made. Start again');
  await removeOldBuilds(buildsFolder, made);
  return made;
}

/** As `buildIfNeeded`, and keeps the build from being removed for as long as this process runs. */
export async function openBuild(say: (line: string) => void, options: BuildOptions = {}): Promise<string> {
  for (;;) {
    const folder = await buildIfNeeded(say, options);
    const release = markInUse(folder);
    if (!release || (await isThere(join(folder, COMPLETE)))) return folder;
    release();
  }
}

if (import.meta.main) {
  try {
    console.log(`The pages are in ${await buildIfNeeded(console.log, { verbose: true })}`);
  } catch (error) {
    exitWithStartFailure(error);
  }
}
