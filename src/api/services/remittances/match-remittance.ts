import { sql } from 'kysely';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import { insertInBatches, padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { RemittedOrderTable } from '#api/database/schema/money.ts';
import { shortHash } from '#api/services/hashing.ts';
import { awbKeyColumn, toAwbKey } from '#api/services/orders/parcels/parcels.ts';
import { ORDER_CANCELLED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { isoNow } from '#lib/rules/durations.ts';
import type { RemittanceFile, RemittanceLine } from './read-remittance.ts';

/** What a courier collects of an order, in paise: its total on delivery, or what is due of one paid before. */
export const collectedOnDelivery = sql<number>`CASE WHEN orders.payment_method = 'cod' THEN orders.final_amount ELSE orders.due_amount END`;

/** Values in one IN list. */
const CHUNK = 512;

const chunksOf = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / CHUNK) }, (_, i) => values.slice(i * CHUNK, (i + 1) * CHUNK));

/** A line by what it says, counted where a file says it twice: the same file again has the same keys. */
function toKeys(lines: readonly RemittanceLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ awb, amount, paidOn, reference }) => {
    const text = JSON.stringify([awb, amount, paidOn, reference]);
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    return shortHash(`${count} ${text}`);
  });
}

/** The orders of parcels by tracking number. */
async function findOrdersOf(db: Db, awbs: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const chunk of chunksOf([...new Set(awbs)])) {
    const rows = await db
      .selectFrom('shipment')
      .select(['order_id', 'tracking_number'])
      .where(awbKeyColumn, 'in', padToPowerOfTwo(chunk))
      .execute();
    for (const { order_id, tracking_number } of rows) found.set(toAwbKey(tracking_number), order_id);
  }
  return found;
}

interface LinkedLine {
  line_key: string;
  order_id: number | null;
}

async function findKnown(db: Db, keys: readonly string[]): Promise<Map<string, LinkedLine>> {
  const known = new Map<string, LinkedLine>();
  for (const chunk of chunksOf(keys)) {
    const rows = await db
      .selectFrom('remittance_line')
      .select(['line_key', 'order_id'])
      .where('line_key', 'in', padToPowerOfTwo(chunk))
      .execute();
    for (const row of rows) known.set(row.line_key, row);
  }
  return known;
}

function stateOf(status: string, expected: number, remitted: number): RemittedOrderTable['state'] {
  const isOver = status === ORDER_RETURNED || status === ORDER_CANCELLED;
  // A courier may list parcels without cash, at nothing.
  if (isOver || (expected === 0 && remitted !== 0)) return 'not_due';
  return remitted === expected ? 'paid' : remitted < expected ? 'short' : 'over';
}

async function updateRemitted(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const now = isoNow();
  for (const chunk of chunksOf(orderIds)) {
    const sums = await tx
      .selectFrom('remittance_line')
      .innerJoin('orders', 'orders.id', 'remittance_line.order_id')
      .select(['orders.id', 'orders.status', collectedOnDelivery.as('expected')])
      .select(({ fn }) => fn.sum<number>('remittance_line.amount').as('remitted'))
      .where('remittance_line.order_id', 'in', padToPowerOfTwo(chunk))
      .groupBy('orders.id')
      .execute();
    const rows = sums.map((row) => {
      const { id, status, expected } = row;
      const remitted = Number(row.remitted);
      return { order_id: id, expected, remitted, state: stateOf(status, expected, remitted), changed_at: now };
    });
    await insertInBatches(rows, (batch) =>
      tx
        .insertInto('remitted_order')
        .values(batch)
        .onConflict((conflict) =>
          conflict.column('order_id').doUpdateSet(({ ref }) => ({
            expected: ref('excluded.expected'),
            remitted: ref('excluded.remitted'),
            state: ref('excluded.state'),
            changed_at: ref('excluded.changed_at'),
          })),
        )
        .execute(),
    );
  }
}

/** What became of a line of a file. Amounts in paise. */
export interface MatchedLine extends RemittanceLine {
  /** `double`: the courier has paid the parcel before; `not_due`: paid before, cancelled or returned; `unknown`: no parcel has this number. */
  state: RemittedOrderTable['state'] | 'double' | 'unknown';
  orderNumber: string | undefined;
  /** What the courier collected; undefined for an unknown parcel. */
  expected: number | undefined;
  isNew: boolean;
}

async function describeLines(
  db: Db,
  { lines }: Pick<RemittanceFile, 'lines'>,
  orders: ReadonlyMap<string, number>,
  isNew: (index: number) => boolean,
): Promise<MatchedLine[]> {
  const states = new Map<number, { order_number: string; expected: number; state: RemittedOrderTable['state'] }>();
  for (const chunk of chunksOf([...new Set(orders.values())])) {
    const rows = await db
      .selectFrom('remitted_order')
      .innerJoin('orders', 'orders.id', 'remitted_order.order_id')
      .select(['order_id', 'order_number', 'expected', 'state'])
      .where('order_id', 'in', padToPowerOfTwo(chunk))
      .execute();
    for (const row of rows) states.set(row.order_id, row);
  }
  const paidBefore = new Map<string, number>();
  for (const awbs of chunksOf([...orders.keys()])) {
    const rows = await db
      .selectFrom('remittance_line')
      .select('awb')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('order_id', 'in', padToPowerOfTwo(awbs.flatMap((awb) => orders.get(awb) ?? [])))
      .where('amount', '>', 0)
      .groupBy('awb')
      .execute();
    for (const { awb, count } of rows) paidBefore.set(awb, Number(count));
  }
  return lines.map((line, i) => {
    const order = states.get(orders.get(line.awb) ?? 0);
    const isDouble = order?.state === 'over' && (paidBefore.get(line.awb) ?? 0) > 1;
    const state = isDouble ? 'double' : (order?.state ?? 'unknown');
    return { ...line, state, orderNumber: order?.order_number, expected: order?.expected, isNew: isNew(i) };
  });
}

/**
 * Stores a courier's remittance and matches its lines with orders by tracking number. The same file again adds nothing, apart from parcels that
 * have become known. Returns each line with what became of it.
 */
export async function matchRemittance(
  tx: Tx,
  file: RemittanceFile,
  { fileName, actor }: { fileName: string; actor: string },
): Promise<{ added: number; lines: MatchedLine[] }> {
  // Sums of an order need the lines of every file.
  await takeAdvisoryLock(tx, 'remittance');
  const { lines, courier } = file;
  const keys = toKeys(lines);
  const known = await findKnown(tx, keys);
  const orders = await findOrdersOf(
    tx,
    lines.map(({ awb }) => awb),
  );
  const fresh = lines.flatMap((line, i) => {
    const line_key = keys[i] ?? '';
    if (known.has(line_key)) return [];
    const { awb, amount, paidOn, reference } = line;
    return [{ line_key, awb, amount, paid_on: paidOn, reference, order_id: orders.get(awb) ?? null }];
  });
  let added = 0;
  if (fresh.length > 0) {
    const { id } = await tx
      .insertInto('remittance')
      .values({ file_name: fileName.slice(0, 200), courier, actor, read_at: isoNow() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertInBatches(fresh, async (batch) => {
      const stored = await tx
        .insertInto('remittance_line')
        .values(batch.map((row) => ({ ...row, remittance_id: id })))
        .onConflict((conflict) => conflict.column('line_key').doNothing())
        .returning('line_key')
        .execute();
      added += stored.length;
    });
  }
  // Parcels that got their number after the courier named them.
  for (const [i, { awb }] of lines.entries()) {
    const order_id = orders.get(awb);
    if (order_id === undefined || known.get(keys[i] ?? '')?.order_id !== null) continue;
    await tx
      .updateTable('remittance_line')
      .set({ order_id })
      .where('line_key', '=', keys[i] ?? '')
      .execute();
  }
  await updateRemitted(tx, [...new Set(orders.values())]);
  return { added, lines: await describeLines(tx, file, orders, (i) => !known.has(keys[i] ?? '')) };
}
