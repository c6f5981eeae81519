import { setImmediate as nextTurn } from 'node:timers/promises';
import { readRevisions } from '#api/database/catalogue-revision.ts';
import { foldCase } from '#api/database/fold-case.ts';
import { type ListingChanges, readListingChanges } from '#api/database/listing-changes.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { findInsertionRow, findRow } from './find-rows.ts';
import type { NumberColumn } from './growing-column.ts';
import { FIRST_PLACE, type NextRow, placeBehind, placeByValue, type RowChanges } from './place-in-order.ts';
import { emptyCaches, type ProductColumns, packVariant } from './product-columns.ts';
import { type ChangedProduct, type Neighbours, readChangedProducts, readNeighbours } from './read-changed-products.ts';
import { SizeDictionary } from './size-dictionary.ts';
import { type ColumnEdit, spliceColumn } from './splice-column.ts';
import { updateStock } from './stock-changes.ts';

/** A change of one row. */
interface RowEdit {
  /** The row that changes, or the one before which a new row comes. */
  at: number;
  /** 1 when the row is replaced or removed. */
  removed: 0 | 1;
  /** The product now; undefined when it is no longer on sale. */
  product: ChangedProduct | undefined;
}

/** The changes of rows, in their order. Products that were not on sale before and are not now change none. */
function planEdits({ ids }: ProductColumns, changed: readonly number[], products: readonly ChangedProduct[]): RowEdit[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return changed.flatMap((id): RowEdit[] => {
    const product = byId.get(id);
    const at = findInsertionRow(ids, id);
    if (ids[at] === id) return [{ at, removed: 1, product }];
    return product ? [{ at, removed: 0, product }] : [];
  });
}

/** A column with one value of each product in the edits. */
const editColumn = (column: NumberColumn, edits: readonly RowEdit[], read: (product: ChangedProduct) => number) =>
  spliceColumn(
    column,
    edits.map(({ at, removed, product }): ColumnEdit => ({ at, removed, values: product ? [read(product)] : [] })),
  );

/** Where the variants of each row start. */
function editStarts(
  variantStart: NumberColumn,
  edits: readonly RowEdit[],
  changes: readonly ColumnEdit[],
  rows: number,
): NumberColumn {
  const isSame = edits.every(({ removed, product }, i) => {
    const change = changes[i] as ColumnEdit;
    return removed === 1 && product && change.removed === change.values.length;
  });
  if (isSame) return variantStart;
  const starts = new Uint32Array(rows + 1);
  let [from, to, shift] = [0, 0, 0];
  const copyUpTo = (end: number): void => {
    if (shift === 0) starts.set(variantStart.subarray(from, end), to);
    else for (let i = from; i < end; i++) starts[to + i - from] = (variantStart[i] as number) + shift;
    to += end - from;
    from = end;
  };
  for (const [i, { at, removed, product }] of edits.entries()) {
    const change = changes[i] as ColumnEdit;
    copyUpTo(at);
    if (product) starts[to++] = change.at + shift;
    from = at + removed;
    shift += change.values.length - change.removed;
  }
  copyUpTo(variantStart.length);
  return starts;
}

/** The variants of all rows, and where those of each row start. */
function editVariants(db: Db, { variantStart, variants, sizes }: ProductColumns, edits: readonly RowEdit[], rows: number) {
  const dictionary = new SizeDictionary((size) => foldCase(db, size), sizes);
  const changes = edits.map(({ at, removed, product }): ColumnEdit => {
    const [start, end] = [variantStart[at] as number, variantStart[at + removed] as number];
    for (const variant of variants.subarray(start, end)) dictionary.remove(variant >>> 1);
    const values = product?.variants.map((variant) => packVariant(dictionary.add(variant.product_variation), variant.in_stock));
    return { at: start, removed: end - start, values: values ?? [] };
  });
  return {
    variantStart: editStarts(variantStart, edits, changes, rows),
    variants: spliceColumn(variants, changes),
    sizes: dictionary.toSizes(),
  };
}

/** Which rows change, and how the others are renumbered. */
function planRowChanges({ ids }: ProductColumns, edits: readonly RowEdit[], rows: number): RowChanges {
  const changed = edits.flatMap(({ at, removed }) => (removed === 1 ? [at] : []));
  const changes = { changed, rowsBefore: ids.length, rows };
  const isReplacedOrLast = ({ at, removed, product }: RowEdit): boolean =>
    product !== undefined && (removed === 1 || at === ids.length);
  if (edits.every(isReplacedOrLast)) return { ...changes, newRowOf: undefined };
  const newRowOf = new Uint32Array(ids.length);
  let from = 0;
  let shift = 0;
  const renumberUpTo = (end: number): void => {
    for (; from < end; from++) newRowOf[from] = from + shift;
  };
  for (const { at, removed, product } of edits) {
    renumberUpTo(at);
    shift += (product ? 1 : 0) - removed;
    from = at + removed;
  }
  renumberUpTo(ids.length);
  return { ...changes, newRowOf };
}

/** The rows of products and of those before them; undefined when one of them is not in the columns. */
function findNextRows(oldIds: NumberColumn, ids: NumberColumn, neighbours: readonly Neighbours[]): NextRow[] | undefined {
  const next: NextRow[] = [];
  for (const { id, before } of neighbours) {
    const row = findRow(ids, id);
    const rowBefore = before === null ? FIRST_PLACE : findRow(ids, before);
    if (row === undefined || rowBefore === undefined) return undefined;
    next.push({ row, before: rowBefore, oldBefore: before === null ? undefined : findRow(oldIds, before) });
  }
  return next;
}

/** What is read of changed products. */
interface ChangesRead {
  products: ChangedProduct[];
  newest: Neighbours[];
  byName: Neighbours[];
}

async function readChanges(db: Db, { ids }: ProductColumns, changed: readonly number[]): Promise<ChangesRead> {
  const lastId = Math.max(ids.at(-1) ?? 0, changed.at(-1) ?? 0);
  const products = await readChangedProducts(db, changed);
  const newest = await readNeighbours(db, 'newest', changed, lastId);
  return { products, newest, byName: await readNeighbours(db, 'name_asc', changed, lastId) };
}

/** Builds columns with the changes, in steps between which other work runs; undefined when they contradict each other. */
async function applyChanges(db: Db, columns: ProductColumns, changed: readonly number[], read: ChangesRead) {
  const edits = planEdits(columns, changed, read.products);
  const ids = editColumn(columns.ids, edits, ({ id }) => id);
  const nextNewest = findNextRows(columns.ids, ids, read.newest);
  const nextByName = findNextRows(columns.ids, ids, read.byName);
  if (!nextNewest || !nextByName) return undefined;
  await nextTurn();
  const prices = editColumn(columns.prices, edits, ({ price }) => price);
  const inStock = editColumn(columns.inStock, edits, ({ in_stock }) => in_stock);
  const categoryIds = [...columns.categoryIds];
  const categories = editColumn(columns.categories, edits, ({ sub_category_id }) => {
    const index = categoryIds.indexOf(sub_category_id);
    return index < 0 ? categoryIds.push(sub_category_id) - 1 : index;
  });
  await nextTurn();
  const sized = editVariants(db, columns, edits, ids.length);
  await nextTurn();
  const changes = planRowChanges(columns, edits, ids.length);
  const newest = placeBehind(columns.order.newest, changes, nextNewest);
  await nextTurn();
  const name_asc = placeBehind(columns.order.name_asc, changes, nextByName);
  await nextTurn();
  if (!newest || !name_asc) return undefined;
  const rows = read.products
    .map(({ id, price }) => ({ row: findRow(ids, id) as number, oldRow: findInsertionRow(columns.ids, id), value: price }))
    .sort((a, b) => a.value - b.value || a.row - b.row);
  const price_asc = placeByValue(columns.order.price_asc, columns.prices, changes, rows);
  const order = { newest, name_asc, price_asc };
  const built = { ids, prices, categories, categoryIds, inStock, ...sized, order };
  return { built, isRenumbered: changes.newRowOf !== undefined };
}

/** Whether a place beside which a product was put has changed since: then its own place may be wrong. */
const isPlaceChanged = ({ newest, byName }: ChangesRead, later: ListingChanges): boolean => {
  const changed = new Set(later.products);
  return [...newest, ...byName].some(({ before }) => before !== null && changed.has(before));
};

/** With more changed products, all are read again. */
const MAX_CHANGED = 20_000;

/** How often changes are read that change again meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * Brings columns up to the current revisions: returns new ones, or the same with another stock. Undefined when the changes are not known,
 * or are too many, and the columns must be loaded again. Throws a `RangeError` when a price or an id does not fit in 32 bits.
 */
export async function updateColumns(db: Db, columns: ProductColumns): Promise<ProductColumns | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { assortment, listing, words } = await readRevisions(db);
    const changes = await readListingChanges(db, columns.listing, listing);
    if (!changes || changes.products.length > MAX_CHANGED) return undefined;
    const { products: changed, stamp = columns.stamp } = changes;
    if (assortment === columns.assortment) {
      await updateStock(db, columns, changed);
      return Object.assign(columns, { listing, stamp });
    }
    // Such as a change of settings.
    if (changed.length === 0) return { ...columns, assortment, listing, stamp, words };
    const read = await readChanges(db, columns, changed);
    const applied = await applyChanges(db, columns, changed, read);
    const later = await readListingChanges(db, listing, (await readRevisions(db)).listing);
    if (!later) return undefined;
    if (!applied || isPlaceChanged(read, later)) continue;
    const caches = emptyCaches();
    // The rows and the search index are still the same.
    if (!applied.isRenumbered && words === columns.words) caches.matches = columns.matches;
    return { ...applied.built, assortment, listing, stamp, words, ...caches };
  }
  return undefined;
}
