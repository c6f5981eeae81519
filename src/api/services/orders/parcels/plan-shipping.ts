import type { Db } from '#api/database/schema/engine.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { type AwbLine, awbPattern, wordError } from '#lib/contract/admin/fulfilment.ts';
import { ORDER_CANCELLED, ORDER_CONFIRMED, ORDER_PLACED, type OrderStatus, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import type { Shipment } from '#lib/contract/orders.ts';
import { findTakenAwbs, type Parcel, readParcels, toAwbKey, toShipment } from './parcels.ts';
import type { AwbRow } from './read-awb-list.ts';

export interface PlannedOrder {
  id: number;
  order_number: string;
  isToShip: boolean;
  add: Shipment[];
  correct?: { id: number; shipment: Shipment };
}

export interface ShippingPlan {
  lines: AwbLine[];
  orders: PlannedOrder[];
}

/** An order that a list may name, with its status as staff see it. */
export interface OrderOfList {
  id: number;
  order_number: string;
  status: OrderStatus;
}

interface ListOptions {
  /** The orders as shown, for lines without a number. */
  shown?: readonly string[] | undefined;
  /** For lines without a courier. */
  courier?: string | undefined;
  readOrders: (numbers: readonly string[]) => Promise<OrderOfList[]>;
}

interface Matched {
  row: AwbRow;
  order: OrderOfList;
  shipment: Shipment;
}

const canShip: readonly OrderStatus[] = [ORDER_PLACED, ORDER_CONFIRMED];

const refusedStatuses: Partial<Record<OrderStatus, string>> = {
  [PAYMENT_PENDING]: 'The order awaits its payment.',
  [ORDER_CANCELLED]: 'The order is cancelled.',
};

const sameAwb = (a: string, b: string): boolean => toAwbKey(a) === toAwbKey(b);

function describeWrongAwb(awb: string): string {
  if (awb === '') return 'The line has no AWB.';
  if (/^\d[.,]?\d*e\+?\d+$/i.test(awb)) return 'The spreadsheet has shortened this number: format its column as text.';
  return awbPattern.test(awb) ? wordError : 'An AWB has letters, digits and dashes only.';
}

/** Numbers and AWBs in their places: a list may have them the other way round. */
function turn(row: AwbRow, byNumber: ReadonlyMap<string, OrderOfList>): AwbRow {
  if (row.number === undefined || byNumber.has(normaliseOrderNumber(row.number))) return row;
  return byNumber.has(normaliseOrderNumber(row.awb)) ? { ...row, number: row.awb, awb: row.number } : row;
}

const refuse = ({ line, number, awb, courier }: AwbRow, message: string): AwbLine => ({
  line,
  order_number: number ?? null,
  awb,
  courier: courier ?? null,
  result: 'refused',
  message,
});

const sentences = {
  ship: 'The order is dispatched.',
  add: 'A parcel is added.',
  correct: 'The AWB is corrected.',
  unchanged: 'Nothing changes.',
} as const;

const accept = (
  { row, order, shipment }: Matched,
  result: keyof typeof sentences,
  message: string = sentences[result],
): AwbLine => ({
  line: row.line,
  order_number: order.order_number,
  awb: shipment.tracking_number,
  courier: shipment.courier,
  result,
  message,
});

function planOrder(matched: readonly Matched[], existing: readonly Parcel[]): { lines: AwbLine[]; order?: PlannedOrder } {
  const { id, order_number, status } = (matched[0] as Matched).order;
  const isToShip = canShip.includes(status);
  const refusal = refusedStatuses[status];
  if (refusal) return { lines: matched.map(({ row }) => refuse({ ...row, number: order_number }, refusal)) };
  const has = ({ shipment }: Matched) =>
    existing.some((parcel) => sameAwb(parcel.tracking_number, shipment.tracking_number) && parcel.courier === shipment.courier);
  const added = matched.filter((line) => !has(line));
  const planned: PlannedOrder = { id, order_number, isToShip, add: [] };
  const done = isToShip ? 'ship' : 'unchanged';
  if (added.length === 0) {
    const lines = matched.map((line) => accept(line, done));
    return isToShip ? { lines, order: planned } : { lines };
  }
  const [first, ...more] = added;
  const [parcel, ...others] = existing;
  if (first && parcel && more.length === 0 && others.length === 0 && matched.length === 1) {
    const isSame = sameAwb(parcel.tracking_number, first.shipment.tracking_number);
    const before = isSame ? `its courier was ${parcel.courier}` : `its AWB was ${parcel.tracking_number}`;
    const message = isToShip ? `The order is dispatched; ${before}.` : `The parcel is corrected; ${before}.`;
    return {
      lines: [accept(first, isToShip ? 'ship' : 'correct', message)],
      order: { ...planned, correct: { id: parcel.id, shipment: first.shipment } },
    };
  }
  const kept = existing.every(({ tracking_number }) =>
    matched.some(({ shipment }) => sameAwb(shipment.tracking_number, tracking_number)),
  );
  if (!kept) {
    const message = `The order has ${existing.length === 1 ? 'another parcel' : `${existing.length} parcels`}: correct them on its page.`;
    return { lines: matched.map(({ row }) => refuse({ ...row, number: order_number }, message)) };
  }
  return {
    lines: matched.map((line) => accept(line, isToShip ? 'ship' : has(line) ? 'unchanged' : 'add')),
    order: { ...planned, add: added.map(({ shipment }) => shipment) },
  };
}

interface PlannedLines {
  matched: readonly Matched[];
  lines: AwbLine[];
  order?: PlannedOrder | undefined;
}

/** Refuses AWBs that another order of the list has and keeps, because its own line does not change it or is refused. */
function refuseKept(planned: PlannedLines[], ids: readonly number[], parcels: ReadonlyMap<number, readonly Parcel[]>): void {
  while (true) {
    const corrected = new Set(planned.flatMap(({ order }) => order?.correct?.id ?? []));
    const keeper = new Map(
      ids.flatMap((id) =>
        (parcels.get(id) ?? [])
          .filter((parcel) => !corrected.has(parcel.id))
          .map((parcel): [string, number] => [toAwbKey(parcel.tracking_number), id]),
      ),
    );
    const isTaken = ({ order, shipment }: Matched) => {
      const owner = keeper.get(toAwbKey(shipment.tracking_number));
      return owner !== undefined && owner !== order.id;
    };
    const wrong = planned.find(({ order, matched }) => order && matched.some(isTaken));
    if (!wrong) return;
    wrong.lines = wrong.matched.map(({ row, order }) =>
      refuse({ ...row, number: order.order_number }, 'Another order of this list has this AWB and keeps it.'),
    );
    wrong.order = undefined;
  }
}

/** Says what each line of a list does, and what it changes in which order. Reads only. */
export async function planShipping(db: Db, list: readonly AwbRow[], options: ListOptions): Promise<ShippingPlan> {
  let place = 0;
  const numbered = list.flatMap((row): AwbRow[] => {
    if (row.number !== undefined) return [row];
    const number = options.shown?.[place++];
    return row.awb === '' ? [] : [{ ...row, number }];
  });
  const numbers = new Set(numbered.flatMap(({ number, awb }) => [number ?? '', awb]).map(normaliseOrderNumber));
  numbers.delete('');
  const byNumber = new Map((await options.readOrders([...numbers])).map((order) => [order.order_number, order]));
  const rows = numbered.map((row) => turn(row, byNumber));

  const lines: AwbLine[] = [];
  const matched: Matched[] = [];
  for (const row of rows) {
    const order = row.number === undefined ? undefined : byNumber.get(normaliseOrderNumber(row.number));
    const courier = row.courier || options.courier;
    if (byNumber.has(normaliseOrderNumber(row.awb)))
      lines.push(refuse({ ...row, number: row.awb, awb: '' }, 'The line has no AWB.'));
    else if (row.number === undefined || row.number === '') lines.push(refuse(row, 'There is no order for this line.'));
    else if (!order) lines.push(refuse(row, 'There is no such order to ship.'));
    else if (!awbPattern.test(row.awb) || !/\d/.test(row.awb)) lines.push(refuse(row, describeWrongAwb(row.awb)));
    else if (!courier) lines.push(refuse(row, 'Choose the courier.'));
    else matched.push({ row, order, shipment: toShipment(courier, row.awb) });
  }

  const ids = [...new Set(matched.map(({ order }) => order.id))];
  const parcels = await readParcels(db, ids);
  const awbs = [...new Set(matched.map(({ shipment }) => shipment.tracking_number))];
  const taken = await findTakenAwbs(db, awbs, ids);
  const lineOf = new Map<string, AwbRow>();
  const free: Matched[] = [];
  for (const line of matched) {
    const key = toAwbKey(line.shipment.tracking_number);
    const other = taken.get(key);
    const earlier = lineOf.get(key);
    if (other) lines.push(refuse(line.row, `Order ${other} has this AWB.`));
    else if (earlier) lines.push(refuse(line.row, `Line ${earlier.line} has this AWB too.`));
    else {
      lineOf.set(key, line.row);
      free.push(line);
    }
  }
  const planned = [...Map.groupBy(free, ({ order }) => order.id)].map(
    ([id, ofOrder]): PlannedLines => ({ matched: ofOrder, ...planOrder(ofOrder, parcels.get(id) ?? []) }),
  );
  refuseKept(planned, ids, parcels);
  return {
    lines: [...lines, ...planned.flatMap((order) => order.lines)].sort((a, b) => a.line - b.line),
    orders: planned.flatMap(({ order }) => order ?? []),
  };
}
