import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileExists, UNFINISHED } from './build-folder.ts';
import { COMPLETE } from './find-program.mjs';
import { isInUse } from './in-use-marks.ts';

/** Builds kept even if no process uses them, so that a rollback to the last one needs no build. */
const KEPT_BUILDS = 2;

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
export async function removeOldBuilds(buildsFolder: string, newest: string): Promise<void> {
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
