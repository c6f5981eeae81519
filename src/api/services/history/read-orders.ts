import type { Insertable } from 'kysely';
import type { ImportedOrderTable } from '#api/database/schema/history.ts';
import { type HistoryRow, NamedColumns, NotAnExport } from '#api/services/history/named-columns.ts';
import { parseDate } from '#api/services/import/read/parse-date.ts';
import { readCsv, unescapeFormula } from '#api/services/import/tables/read-csv.ts';
import { CURRENCY } from '#lib/rules/money.ts';
import { CellProblem, readCell, readMailbox } from './contacts.ts';
import { type FormerItem, readAmount, readBuyersPhone, readItems, readRecipient } from './order-cells.ts';
import { type OrderCells, type OrderColumn, orderNames } from './order-columns.ts';

export type ImportedOrder = Omit<Insertable<ImportedOrderTable>, 'id' | 'imported_at'>;

const MAX_ITEMS = 500;

/** Columns of WebToffee's plugin that have an item each. */
const lineColumn = /^line_item_\d+$/i;

/** The system of an export of orders. Throws `NotAnExport`. */
function recogniseSource(columns: NamedColumns<OrderColumn>): 'Shopify' | 'WooCommerce' {
  const isComplete = columns.has('number') && columns.has('createdAt') && columns.has('total');
  if (isComplete && columns.has('financial')) return 'Shopify';
  if (isComplete && columns.has('status')) return 'WooCommerce';
  throw new NotAnExport('orders');
}

/** "partially_refunded" and "fulfilled" → "Partially refunded, fulfilled". */
function readStatus(cells: OrderCells): string {
  const words = cells.cancelledAt ? ['cancelled', cells.financial] : [cells.status, cells.financial, cells.fulfilment];
  const text = readCell('status', words.filter(Boolean).join(', ').replace(/^wc-/, '').replaceAll(/[_-]/g, ' '));
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

function readTime(cell: string): string {
  const time = parseDate(cell);
  if (typeof time !== 'string') throw new CellProblem('createdAt', time.error);
  return time;
}

function readHead(cells: OrderCells, source: string): Omit<ImportedOrder, 'items'> {
  if (cells.currency && cells.currency.toUpperCase() !== CURRENCY)
    throw new CellProblem('currency', `must be ${CURRENCY}, but is "${cells.currency.slice(0, 20)}"`);
  if (cells.total === '') throw new CellProblem('total', 'is missing');
  return {
    source,
    order_number: readCell('number', cells.number, 60),
    mailbox: readMailbox('email', cells.email),
    phone: readBuyersPhone(cells),
    ...readRecipient(cells),
    placed_at: readTime(cells.createdAt),
    status: readStatus(cells),
    total: readAmount('total', cells.total),
    discount: readAmount('discount', cells.discount),
    shipping: readAmount('shipping', cells.shipping),
    refunded: readAmount('refunded', cells.refunded),
  };
}

interface Draft {
  number: string;
  line: number;
  head: Omit<ImportedOrder, 'items'> | undefined;
  items: FormerItem[];
  problem?: { line: number; column: string; reason: string };
}

function finish({ line, number, head, items, problem }: Draft): HistoryRow<ImportedOrder> {
  if (problem || !head) return problem ?? { line, column: 'Name', reason: 'is missing' };
  return { line, key: number, entity: { ...head, items: JSON.stringify(items) } };
}

/**
 * Streams the orders of an export of Shopify or WooCommerce, whose rows of one order follow each other. A row that is wrong spoils its whole
 * order. Throws `NotAnExport` for another file.
 */
export async function* readFormerOrders(file: string): AsyncGenerator<HistoryRow<ImportedOrder>> {
  let columns: NamedColumns<OrderColumn> | undefined;
  let linePlaces: number[] = [];
  let source = '';
  let draft: Draft | undefined;
  for await (const { line, cells: row } of readCsv(file)) {
    if (!columns) {
      columns = new NamedColumns(row, orderNames);
      source = recogniseSource(columns);
      linePlaces = row.flatMap((name, i) => (lineColumn.test(name.trim()) ? [i] : []));
      continue;
    }
    if (row.every((cell) => cell.trim() === '')) continue;
    const cells = columns.read(row);
    const number = cells.number.trim();
    if (draft && draft.number !== number) {
      yield finish(draft);
      draft = undefined;
    }
    const isFirst = draft === undefined;
    draft ??= { number, line, head: undefined, items: [] };
    if (draft.problem) continue;
    try {
      if (number === '') throw new CellProblem('number', 'is missing');
      if (isFirst) draft.head = readHead(cells, source);
      draft.items.push(
        ...readItems(
          cells,
          linePlaces.map((place) => unescapeFormula(row[place] ?? '')),
        ),
      );
      if (draft.items.length > MAX_ITEMS)
        throw new CellProblem('itemName', `is that of more than ${MAX_ITEMS} lines of one order`);
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      draft.problem = { line, column: columns.nameOf(error.key as OrderColumn, error.key), reason: error.message };
    }
  }
  if (!columns) throw new NotAnExport('orders');
  if (draft) yield finish(draft);
}
