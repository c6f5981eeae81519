import { readRevisions } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { loadColumns } from './load-columns.ts';
import type { ProductColumns } from './product-columns.ts';
import { updateStock } from './stock-changes.ts';

/** The first load waits until a server that starts has sent its first page, in milliseconds. */
const FIRST_LOAD_MS = 500;

/** After a change, the columns are read again once the assortment has not changed for this long, in milliseconds: an import makes many. */
const SETTLE_MS = 2000;

interface ColumnsState {
  columns: ProductColumns | undefined;
  isLoading: boolean;
  /** Of the first load. */
  timer?: NodeJS.Timeout;
  /** The last update of the stock: the next one waits for it, so that an older reading never replaces a newer one. */
  updating: Promise<boolean>;
  /** The last assortment revision that was seen, and when (performance.now()). */
  seen: number;
  seenAt: number;
  /** The assortment revision that cannot be loaded. */
  unsuitable: number | undefined;
}

const states = new WeakMap<Db, ColumnsState>();

function stateOf(db: Db): ColumnsState {
  const known = states.get(db);
  if (known) return known;
  const state = {
    columns: undefined,
    isLoading: false,
    updating: Promise.resolve(true),
    seen: -1,
    seenAt: Number.NEGATIVE_INFINITY,
    unsuitable: undefined,
  };
  states.set(db, state);
  return state;
}

/** Loads the columns of the current assortment and uses them from then on. */
export async function refreshColumns(db: Db): Promise<void> {
  const state = stateOf(db);
  clearTimeout(state.timer);
  state.isLoading = true;
  try {
    const { assortment } = await readRevisions(db);
    // Frees the outdated columns before the new ones take memory.
    state.columns = undefined;
    state.columns = await loadColumns(db);
    if (!state.columns && (await readRevisions(db)).assortment === assortment) state.unsuitable = assortment;
  } finally {
    state.isLoading = false;
  }
}

/** Lets a database be queried only: for tests that compare queries with columns. */
export function neverLoadColumns(db: Db): void {
  const state = stateOf(db);
  clearTimeout(state.timer);
  state.isLoading = true;
}

/** Whether columns have been loaded: for tests and benchmarks. */
export const hasLoadedColumns = (db: Db): boolean => stateOf(db).columns !== undefined;

/** Starts to load the columns unless the assortment is still changing. */
function startLoading(db: Db, state: ColumnsState, assortment: number): void {
  const isFirst = state.seen === -1;
  const now = performance.now();
  if (state.seen !== assortment) Object.assign(state, { seen: assortment, seenAt: now });
  if (state.isLoading || state.unsuitable === assortment) return;
  if (!isFirst && now - state.seenAt < SETTLE_MS) return;
  // The next request tries again.
  const load = () => void refreshColumns(db).catch(() => undefined);
  state.isLoading = true;
  if (isFirst) state.timer = setTimeout(load, FIRST_LOAD_MS).unref();
  else load();
}

/**
 * The columns as of the current revisions. Undefined in a transaction, and until they have been loaded, which the first call starts: then
 * the caller queries the database.
 */
export async function getCurrentColumns(db: Db): Promise<ProductColumns | undefined> {
  if (db.isTransaction) return undefined;
  const { assortment, listing } = await readRevisions(db);
  const state = stateOf(db);
  const { columns } = state;
  if (columns?.assortment !== assortment) {
    startLoading(db, state, assortment);
    return undefined;
  }
  if (columns.listing >= listing) return columns;
  const update = async () => columns.listing >= listing || updateStock(db, columns, listing);
  state.updating = state.updating.then(update, update);
  if (await state.updating) return columns;
  state.columns = undefined;
  startLoading(db, state, assortment);
  return undefined;
}
