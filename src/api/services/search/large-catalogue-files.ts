import { columnsFile, searchMatchesFile, searchTermsFile } from '#api/database/files/data-folder.ts';
import { type Db, engineOf } from '#api/database/schema/engine.ts';
import { readFileStamp, writeColumns } from '#api/services/columns/columns-file.ts';
import {
  getColumnsToKeep,
  getCurrentColumns,
  isLargeCatalogue,
  restoreOrLoadColumns,
  setColumnsFiles,
} from '#api/services/columns/current-columns.ts';
import { writeMatches } from '#api/services/columns/matches-file.ts';
import { readCommonMatches } from './common-searches.ts';
import { getVocabulary, hasVocabulary, readVocabulary, setVocabularyFile } from './vocabulary.ts';

/** How often the columns are brought up to date without a reader, in milliseconds: after an import, many changes take longer. */
const UPDATE_INTERVAL_MS = 1000;

/** How often the files are written at most, in milliseconds: with a million products, they have up to 60 MB. */
const SAVE_INTERVAL_MS = 60_000;

/** The next writing waits for this many times what the last one took, with its searches: while a catalogue changes all the time. */
const PAUSE_FACTOR = 20;

/** A file that is older by so many sold-out products is written again: the next start reads what has changed since. */
const MAX_SALES = 500;

/** Writes the columns of a large catalogue and its matches to their files, unless another process has written the same. Rejects when that fails. */
export async function saveColumns(db: Db): Promise<void> {
  const kept = getColumnsToKeep(db);
  if (!kept || (await readFileStamp(kept.files.columns)) === kept.columns.stamp) return;
  // First the matches: without the columns of their stamp they are not read.
  await writeMatches(kept.files.matches, kept.columns);
  await writeColumns(kept.files.columns, kept.columns, engineOf(db));
}

function setFiles(db: Db, dataDir: string): void {
  setColumnsFiles(db, { columns: columnsFile(dataDir), matches: searchMatchesFile(dataDir) });
  setVocabularyFile(db, searchTermsFile(dataDir));
}

/**
 * Keeps the columns, with the matches of likely searches, and the search terms of a large catalogue in files in the data folder, from which
 * the next start takes them, and the columns up to date. Returns how to stop: nothing is written after that.
 */
export function keepLargeCatalogue(db: Db, dataDir: string): () => Promise<void> {
  setFiles(db, dataDir);
  let saved = { assortment: -1, listing: -1 };
  let nextSaveAt = 0;
  let running: Promise<void> | undefined;
  const keep = async () => {
    if (!getColumnsToKeep(db)) return;
    await getCurrentColumns(db);
    // Before the first misspelt search, which would wait for them.
    if (!hasVocabulary(db)) await getVocabulary(db);
    const kept = getColumnsToKeep(db);
    if (!kept || performance.now() < nextSaveAt) return;
    const { assortment, listing } = kept.columns;
    if (assortment === saved.assortment && listing - saved.listing <= MAX_SALES) return;
    // Also after a failure, such as a full disk: it is not tried again at once.
    const startedAt = performance.now();
    nextSaveAt = startedAt + SAVE_INTERVAL_MS;
    // On SQLite, these searches would block shoppers' requests.
    if (engineOf(db) === 'postgres') await readCommonMatches(db);
    await saveColumns(db);
    saved = { assortment, listing };
    nextSaveAt = Math.max(nextSaveAt, startedAt + (performance.now() - startedAt) * PAUSE_FACTOR);
  };
  const timer = setInterval(() => {
    // The next reader reports what is wrong with the database; without the file, only the next start is slower.
    running ??= keep()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
  }, UPDATE_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Writes the files of a large catalogue after a command has changed it, so that the next start of a server need not read the database for
 * them, which takes seconds. Never rejects: without them, only that start is slower.
 */
export async function prepareLargeCatalogue(db: Db, dataDir: string): Promise<void> {
  try {
    if (!(await isLargeCatalogue(db))) return;
    setFiles(db, dataDir);
    await restoreOrLoadColumns(db);
    await readVocabulary(db);
    await readCommonMatches(db);
    await saveColumns(db);
  } catch {
    // Such as a full disk.
  }
}
