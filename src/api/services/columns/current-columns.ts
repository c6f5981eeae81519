import { setTimeout as sleep } from 'node:timers/promises';
import { readRevisions } from '#api/database/catalogue-revision.ts';
import { foldCase } from '#api/database/fold-case.ts';
import { type ListingRevisions, readListingStamp } from '#api/database/listing-changes.ts';
import { type Db, engineOf } from '#api/database/schema/engine.ts';
import { withTimeout } from '#api/services/concurrency.ts';
import { readColumns, type StampedColumns } from './columns-file.ts';
import { type LoadOptions, loadColumns } from './load-columns.ts';
import { readMatchesInto } from './matches-file.ts';
import type { ProductColumns } from './product-columns.ts';
import { updateColumns } from './update-columns.ts';

/** The first load waits until a server that starts has sent its first page, in milliseconds. */
const FIRST_LOAD_MS = 500;

/** After a change, the columns are read again once the assortment has not changed for this long, in milliseconds: an import makes many. */
const SETTLE_MS = 2000;

/** On SQLite, a query without columns blocks the process. From this many products, that takes longer than readers should be held up. */
const WAIT_FROM_PRODUCTS = 50_000;

/** Longest wait for columns that are being loaded, in milliseconds: shorter than the time limit of a page. */
const MAX_WAIT_MS = 8000;

/** Paths of the files with columns, and with the matches of searches. */
export interface ColumnsFiles {
  columns: string;
  matches: string;
}

interface ColumnsState {
  columns: ProductColumns | undefined;
  /** The files in which large columns are kept for the next start. */
  files: ColumnsFiles | undefined;
  /** Ends once the columns were read from their file. Never rejects. */
  restoring: Promise<void> | undefined;
  /** Ends once the matches of searches were read from their file, after the columns. Never rejects. */
  restoringMatches: Promise<void> | undefined;
  /** The current load, or one that is due. Never rejects. */
  loading: Promise<void> | undefined;
  /** Whether the database is queried only. */
  isDisabled: boolean;
  /** Ends the delay of the first load. */
  delay: AbortController;
  /** The last update: the next one waits for it, so that an older reading never replaces a newer one. Never rejects. */
  updating: Promise<unknown>;
  /** The last assortment revision that was seen, and when (performance.now()). */
  seen: number;
  seenAt: number;
  /** Whether the catalogue had `WAIT_FROM_PRODUCTS` at the last load; undefined until this is known. */
  isLarge: boolean | undefined;
  /** The assortment revision that cannot be loaded. */
  unsuitable: number | undefined;
}

const states = new WeakMap<Db, ColumnsState>();

function stateOf(db: Db): ColumnsState {
  const known = states.get(db);
  if (known) return known;
  const state: ColumnsState = {
    columns: undefined,
    files: undefined,
    restoring: undefined,
    restoringMatches: undefined,
    loading: undefined,
    delay: new AbortController(),
    isDisabled: false,
    updating: Promise.resolve(),
    seen: -1,
    seenAt: Number.NEGATIVE_INFINITY,
    isLarge: undefined,
    unsuitable: undefined,
  };
  states.set(db, state);
  return state;
}

/**
 * Takes the columns from their file, if it belongs to this database and its history, and brings them up to date. Then starts to read the matches of
 * searches, unless the search index has changed.
 */
async function restore(db: Db, state: ColumnsState, files: ColumnsFiles): Promise<void> {
  const columns = await readColumns(files.columns, engineOf(db), (size) => foldCase(db, size));
  if (!columns?.stamp || columns.stamp !== (await readListingStamp(db, columns.listing))) return;
  // An update that leaves the matches valid takes over this cache.
  if (columns.words === (await readRevisions(db)).words)
    state.restoringMatches = readMatchesInto(columns.matches, files.matches, columns.stamp).catch(() => undefined);
  state.columns ??= columns;
  state.isLarge = true;
  await update(db, state);
}

async function load(db: Db, state: ColumnsState, options?: LoadOptions): Promise<void> {
  const { assortment } = await readRevisions(db);
  // Frees the outdated columns before the new ones take memory.
  state.columns = undefined;
  state.columns = await loadColumns(db, options);
  state.isLarge = await isLargeCatalogue(db);
  if (!state.columns && (await readRevisions(db)).assortment === assortment) state.unsuitable = assortment;
}

/** Keeps a load as the current one until it ends. A failed one is tried again by the next reader. */
function track(state: ColumnsState, loading: Promise<void>): void {
  const ended = loading
    .catch(() => undefined)
    .then(() => {
      if (state.loading === ended) state.loading = undefined;
    });
  state.loading = ended;
}

/** Loads the columns of the current assortment and uses them from then on. */
export async function refreshColumns(db: Db): Promise<void> {
  const state = stateOf(db);
  state.delay.abort();
  state.delay = new AbortController();
  const loading = load(db, state);
  track(state, loading);
  await loading;
}

/** Takes the columns from their file and brings them up to date, or else loads them without pauses: in a process that serves no one. */
export async function restoreOrLoadColumns(db: Db): Promise<void> {
  const state = stateOf(db);
  if (state.files) await restore(db, state, state.files).catch(() => undefined);
  await state.restoringMatches;
  if (!state.columns) await load(db, state, { pauseShare: 0 });
}

/** Lets a database be queried only: for tests that compare queries with columns. */
export function neverLoadColumns(db: Db): void {
  const state = stateOf(db);
  state.delay.abort();
  state.isDisabled = true;
}

/** Whether columns have been loaded: for tests and benchmarks. */
export const hasLoadedColumns = (db: Db): boolean => stateOf(db).columns !== undefined;

/** Restores the columns from their file; without one, loads them after a delay. */
async function loadFirst(db: Db, state: ColumnsState): Promise<void> {
  if (state.files) {
    // A file that cannot be read, or not be brought up to date, is as good as none.
    state.restoring = restore(db, state, state.files).catch(() => undefined);
    await state.restoring;
    if (state.columns) return;
  }
  await sleep(FIRST_LOAD_MS, undefined, { ref: false, signal: state.delay.signal });
  await load(db, state);
}

/** Starts to load the columns unless the assortment is still changing. */
function startLoading(db: Db, state: ColumnsState, assortment: number): void {
  const isFirst = state.seen === -1;
  const now = performance.now();
  if (state.seen !== assortment) Object.assign(state, { seen: assortment, seenAt: now });
  if (state.isDisabled || state.loading || state.unsuitable === assortment) return;
  if (isFirst) track(state, loadFirst(db, state));
  else if (now - state.seenAt >= SETTLE_MS) track(state, load(db, state));
}

const isUpToDate = ({ columns }: ColumnsState, { assortment, listing }: ListingRevisions): boolean =>
  columns !== undefined && columns.listing >= listing && columns.assortment >= assortment;

/** Brings the columns up to the current revisions; without them when that is not possible. */
async function update(db: Db, state: ColumnsState): Promise<void> {
  const { columns } = state;
  if (!columns || isUpToDate(state, await readRevisions(db))) return;
  const updated = await updateColumns(db, columns).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined;
    throw error;
  });
  // A load that has ended meanwhile is newer.
  if (state.columns === columns) state.columns = updated;
}

/**
 * The columns as of the current revisions, after an update with what has changed. Undefined in a transaction, and until they have been
 * loaded, which the first call starts: then the caller queries the database.
 */
export async function getCurrentColumns(db: Db): Promise<ProductColumns | undefined> {
  if (db.isTransaction) return undefined;
  const revisions = await readRevisions(db);
  const state = stateOf(db);
  if (isUpToDate(state, revisions)) return state.columns;
  if (state.columns) {
    const updating = state.updating.then(() => update(db, state));
    state.updating = updating.catch(() => undefined);
    await updating;
    if (isUpToDate(state, revisions)) return state.columns;
  }
  startLoading(db, state, revisions.assortment);
  return undefined;
}

/** Whether a catalogue has so many products that queries without columns are slow. */
export async function isLargeCatalogue(db: Db): Promise<boolean> {
  const { last } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) >= WAIT_FROM_PRODUCTS;
}

/**
 * Waits for columns that are read from their file and, in a large catalogue on SQLite, for those that are being loaded, at most
 * `MAX_WAIT_MS`: call it before a listing, a search or counts, which would hold up all other requests for seconds. Other catalogues are
 * queried at once.
 */
export async function waitForColumns(db: Db): Promise<void> {
  const state = stateOf(db);
  if (engineOf(db) === 'postgres') {
    // The first call starts to read the file.
    if (state.seen === -1) await getCurrentColumns(db);
    return state.restoring;
  }
  state.isLarge ??= await isLargeCatalogue(db);
  if (!state.isLarge || (await getCurrentColumns(db)) || !state.loading) return;
  // After this long, a slow answer is better than none.
  await withTimeout(state.loading, MAX_WAIT_MS, () => new Error('The columns are still being loaded')).catch(() => undefined);
}

/** Waits for the matches of searches that are read from their file: before an index is asked that takes longer. */
export async function waitForMatches(db: Db): Promise<void> {
  const state = stateOf(db);
  await state.restoring;
  await state.restoringMatches;
}

/** Names the files in which `saveColumns` keeps the columns, and from which the first load restores them. */
export function setColumnsFiles(db: Db, files: ColumnsFiles): void {
  stateOf(db).files = files;
}

export interface KeptColumns {
  columns: StampedColumns;
  files: ColumnsFiles;
}

/** Columns that are loaded, of a large catalogue, and the files to keep them in; undefined when there are none to be kept. */
export function getColumnsToKeep(db: Db): KeptColumns | undefined {
  const { columns, files, isLarge } = stateOf(db);
  return columns?.stamp !== undefined && files && isLarge ? { columns: columns as StampedColumns, files } : undefined;
}
