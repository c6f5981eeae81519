import { stat } from 'node:fs/promises';
import { columnsFile, searchMatchesFile, searchTermsFile } from '#api/database/files/data-folder.ts';
import { readListingStamp } from '#api/database/listing-changes.ts';
import { type Db, engineOf } from '#api/database/schema/engine.ts';
import { readFileStamp, writeColumns } from '#api/services/columns/columns-file.ts';
import {
  getColumnsToKeep,
  getCurrentColumns,
  isLargeCatalogue,
  type KeptColumns,
  restoreOrLoadColumns,
  setColumnsFiles,
} from '#api/services/columns/current-columns.ts';
import { describeMatches, readMatchesInto, writeMatches } from '#api/services/columns/matches-file.ts';
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
  if (!kept) return;
  const { files } = kept;
  // Sales change the revision and the stamp in place while a file is written.
  const columns = { ...kept.columns };
  const isWritten = (await readFileStamp(files.columns)) === columns.stamp;
  const written = await describeMatches(files.matches);
  const wordsInFile = written?.hasCommonWords && written.words === columns.words ? written : undefined;
  const hasWords = columns.matches.commonWords !== undefined;
  // First the matches: without the columns of their stamp they are not read at a start. Common words are not replaced by none.
  if (hasWords ? !isWritten || wordsInFile?.stamp !== columns.stamp : !isWritten && !wordsInFile)
    await writeMatches(files.matches, columns);
  if (!isWritten) await writeColumns(files.columns, columns, engineOf(db));
}

/** Takes over the matches that another process has written after the same changes, such as a command. */
async function adoptMatches(db: Db, { columns, files }: KeptColumns): Promise<void> {
  const written = await describeMatches(files.matches);
  // All changes of the rows also change the words.
  if (!written?.hasCommonWords || written.words !== columns.words || written.products !== columns.ids.length) return;
  if ((await readListingStamp(db, written.listing)) === written.stamp)
    await readMatchesInto(columns.matches, files.matches, written.stamp);
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
  /** When the file of matches was written that was looked at last. */
  let lookedAt: number | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const keep = async () => {
    if (!getColumnsToKeep(db)) return;
    await getCurrentColumns(db);
    // Before the first misspelt search, which would wait for them.
    if (!hasVocabulary(db)) await getVocabulary(db);
    const kept = getColumnsToKeep(db);
    if (!kept) return;
    if (!kept.columns.matches.commonWords) {
      const { mtimeMs } = await stat(kept.files.matches).catch(() => ({ mtimeMs: undefined }));
      if (mtimeMs !== lookedAt) await adoptMatches(db, kept);
      lookedAt = mtimeMs;
    }
    if (performance.now() < nextSaveAt) return;
    const { assortment, listing } = kept.columns;
    if (assortment === saved.assortment && listing - saved.listing <= MAX_SALES) return;
    // Also after a failure, such as a full disk: it is not tried again at once.
    const startedAt = performance.now();
    nextSaveAt = startedAt + SAVE_INTERVAL_MS;
    try {
      // On SQLite, these searches would block shoppers' requests. Without them, the columns are worth saving too.
      const reading = engineOf(db) === 'postgres' ? readCommonMatches(db, stopping.signal) : Promise.resolve();
      const isRead = await reading.then(
        () => true,
        () => false,
      );
      await saveColumns(db);
      // Otherwise it is tried again after the pause.
      if (isRead) saved = { assortment, listing };
    } finally {
      nextSaveAt = Math.max(nextSaveAt, startedAt + (performance.now() - startedAt) * PAUSE_FACTOR);
    }
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
    stopping.abort();
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
