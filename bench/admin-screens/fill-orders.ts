import { randomUUID } from 'node:crypto';
import { addressOf } from '#bench/admin/people.ts';
import type { Db, Tx } from '../../src/api/database/schema/engine.ts';
import { write } from '../../src/api/database/transaction.ts';
import { setOrderStatus } from '../../src/api/services/orders/change-status.ts';
import { placePhoneOrder, readPhoneOrder } from '../../src/api/services/phone-orders/place-phone-order.ts';
import type { Address } from '../../src/lib/contract/address.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_RETURNED,
  type OrderStatus,
} from '../../src/lib/contract/order-status.ts';
import { DAY_MS, HOUR_MS, isoAgo } from '../../src/lib/rules/durations.ts';
import { copyOrder } from '../../tests/support/admin/copy-order.ts';

/** A name of 120 letters, and names in other scripts, which products of the shop get. */
const names = [
  'Hand-Loomed Cotton and Silk Cushion Cover with Block-Printed Marigolds, Piped Edges and a Hidden Zip, Set of Two (45 cm)',
  'हाथ से बुना सूती बिछावन, नीली छपाई',
  'கைத்தறி பருத்தி மேசை விரிப்பு, ஆறு பேருக்கு',
];

const longAddress: Partial<Address> = {
  firstname: 'Sri Venkata Naga Lakshmi Narasimha',
  lastname: 'Chakravarthula-Subrahmanyam',
  address:
    'Flat 1404, Tower C, Shanti Kunj Apartments, opposite the Old Post Office, behind Sai Baba temple, Mahatma Gandhi Road',
  alt_phone_number: '9812345670',
};

/** An order by what happens to it. */
interface Wanted {
  /** Places of its goods in the list of sizes; one that stands twice is two units. */
  goods: readonly number[];
  to?: Partial<Address>;
  note?: string;
  isPrepaid?: true;
  isPacked?: true;
  /** Its statuses, in their order. */
  steps?: readonly OrderStatus[];
  /** Parcels that it leaves in. */
  awbs?: readonly string[];
  /** Days since it was placed. */
  age?: number;
}

const shipped = [ORDER_CONFIRMED, ORDER_DISPATCHED] as const;
const delivered = [...shipped, ORDER_DELIVERED] as const;
const cancelled = [ORDER_CONFIRMED, ORDER_CANCELLED] as const;

/** The orders that pages show, by name: those that are waited for last are placed last. */
const wanted: Record<string, Wanted> = {
  paidShort: { goods: [8], steps: delivered, awbs: ['1490812345671'], age: 16 },
  paidOver: { goods: [9], steps: delivered, awbs: ['1490812345672'], age: 15 },
  paid: { goods: [10, 11], steps: delivered, awbs: ['1490812345673'], age: 15 },
  late: { goods: [0, 12], steps: delivered, awbs: ['1490812345674'], age: 14, to: longAddress },
  later: { goods: [13], steps: delivered, awbs: ['EX904411223IN'], age: 21 },
  delivered: { goods: [14, 14], isPrepaid: true, steps: delivered, awbs: ['1490812345675'], age: 6 },
  returned: { goods: [15], steps: [...shipped, ORDER_RETURNED], awbs: ['1490812345676'], age: 8 },
  refundDue: { goods: [16, 1], isPrepaid: true, steps: cancelled, age: 1 },
  refundFailed: { goods: [17], isPrepaid: true, steps: cancelled, age: 3 },
  refundDone: { goods: [18], isPrepaid: true, steps: cancelled, age: 4 },
  refundAsked: { goods: [19], isPrepaid: true, steps: cancelled, age: 2 },
  refundUnclear: { goods: [20, 2], isPrepaid: true, steps: cancelled, age: 2, to: longAddress },
  onTheWay: { goods: [3, 21], steps: shipped, awbs: ['1490812345677', 'BD77812345', 'EX904411224IN'], age: 3, to: longAddress },
  outForDelivery: { goods: [22], steps: [...shipped, ORDER_OUT_FOR_DELIVERY], awbs: ['1490812345678'], age: 4 },
  onTheWayPrepaid: { goods: [23], isPrepaid: true, steps: shipped, awbs: ['1490812345679'], age: 2 },
  packed: { goods: [24, 24, 4], isPrepaid: true, isPacked: true, steps: [ORDER_CONFIRMED], age: 1 },
  packedOnDelivery: { goods: [25], isPacked: true, steps: [ORDER_CONFIRMED], age: 1, to: longAddress },
  packedToo: { goods: [26], isPacked: true, steps: [ORDER_CONFIRMED], age: 1 },
  packedGift: {
    goods: [27, 2],
    isPrepaid: true,
    isPacked: true,
    steps: [ORDER_CONFIRMED],
    age: 1,
    note: 'This is a gift for my mother’s sixtieth birthday. Please put in a card: “With love from Meenakshi and the children.”',
  },
  toPack: { goods: [0, 0, 1, 5], isPrepaid: true, steps: [ORDER_CONFIRMED], age: 1, to: longAddress },
  toPackOnDelivery: { goods: [2, 6], steps: [ORDER_CONFIRMED], age: 1 },
  toPackGift: { goods: [28], isPrepaid: true, steps: [ORDER_CONFIRMED], age: 1, note: 'यह एक उपहार है। कृपया बिल न रखें।' },
  manyItems: { goods: [0, 1, 2, 3, 4, 5, 6, 7, 8], steps: [ORDER_CONFIRMED], age: 0 },
  unpaid: { goods: [29], age: 0 },
  newPrepaid: { goods: [30], isPrepaid: true, age: 0 },
  newGift: {
    goods: [31, 4],
    isPrepaid: true,
    age: 0,
    note: 'It is a gift: no bill, please. Ring the bell twice, the dog is friendly.',
  },
  newLong: { goods: [0, 1, 2], to: longAddress, age: 0, note: 'Please call before you come. मैं शाम को घर पर हूँ।' },
  ...Object.fromEntries([32, 33, 34, 35, 36, 7].map((good, i) => [`new${i}`, { goods: [good], age: 0 }])),
};

/** What the orders of the shop are called, and the orders of a bulk. */
export interface FilledOrders {
  numberOf: (name: string) => string;
  bulk: readonly string[];
}

interface Size {
  id: number;
  product_id: number;
}

/** Makes an order one that was paid ahead, by a payment of its checkout. */
async function payAhead(tx: Tx, orderId: number): Promise<void> {
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const final_amount = order.final_amount - order.cod_fee;
  const set = { payment_method: 'prepaid', payment_status: 'paid', cod_fee: 0, final_amount } as const;
  await tx.updateTable('orders').set(set).where('id', '=', orderId).execute();
  const { checkout_id, customer_id, placed_at } = order;
  const row = { id: `pay${orderId}`, checkout_id, customer_id, provider: 'test', provider_payment: `pay_QF2xk${orderId}` };
  const state = { amount: final_amount, returned: 0, status: 'paid', is_cancelled: 0 } as const;
  await tx
    .insertInto('payment')
    .values({ ...row, ...state, expires_at: placed_at, created_at: placed_at })
    .execute();
}

/** Moves what happened to an order into the past, its steps a day apart and none in the future. */
async function backdate(tx: Tx, orderId: number, days: number, order: number): Promise<void> {
  const start = days * DAY_MS + (order % 9) * HOUR_MS + order * 60_000;
  await tx
    .updateTable('orders')
    .set({ placed_at: isoAgo(start) })
    .where('id', '=', orderId)
    .execute();
  const events = await tx.selectFrom('order_event').select(['status']).where('order_id', '=', orderId).orderBy('at').execute();
  for (const [i, { status }] of events.entries()) {
    const at = isoAgo(Math.max(start - i * DAY_MS, (events.length - i) * 60_000));
    await tx.updateTable('order_event').set({ at }).where('order_id', '=', orderId).where('status', '=', status).execute();
  }
}

async function place(tx: Tx, sizes: readonly Size[], order: Wanted, i: number): Promise<string> {
  const formId = randomUUID();
  const units = Map.groupBy(order.goods, (good) => good);
  const { email, ...address } = { ...addressOf(i + 5), ...order.to };
  await placePhoneOrder(
    tx,
    {
      formId,
      address: { ...address, email },
      items: [...units].map(([good, same]) => ({ variant_id: sizes[good % sizes.length]?.id ?? 0, quantity: same.length })),
      couponCode: undefined,
      note: order.note,
      payment: 'cod',
      expectedTotal: undefined,
    },
    { actor: 'owner:bench', provider: undefined, orderPrefix: undefined, askedRule: undefined, sends: undefined },
  );
  const [placed] = await readPhoneOrder(tx, formId);
  if (!placed) throw new Error('No order was placed');
  const { id, order_number } = placed;
  if (order.isPrepaid) await payAhead(tx, id);
  for (const status of order.steps ?? []) {
    const shipment = status === ORDER_DISPATCHED ? { courier: 'Delhivery', tracking_number: order.awbs?.[0] ?? '' } : undefined;
    await setOrderStatus(tx, order_number, status, status === ORDER_CANCELLED ? 'Ordered twice' : undefined, shipment);
  }
  const parcels = (order.awbs ?? []).slice(1).map((tracking_number) => ({
    ...{ order_id: id, courier: tracking_number.startsWith('BD') ? 'Blue Dart' : 'India Post', tracking_number, url: null },
  }));
  if (parcels.length > 0) await tx.insertInto('shipment').values(parcels).execute();
  await backdate(tx, id, order.age ?? 0, i);
  return order_number;
}

/** Copies an order into the past, so that the sales have a history, and makes those of a bulk: most of them can be delivered. */
async function copyOrders(tx: Tx, of: string): Promise<string[]> {
  const { id } = await tx.selectFrom('orders').select('id').where('order_number', '=', of).executeTakeFirstOrThrow();
  for (let day = 5; day < 60; day++) {
    const history = Array.from({ length: 1 + ((day * 7) % 5) }, (_, i) => `HT-D${String(day).padStart(3, '0')}H${i}`);
    await copyOrder(tx, id, history, { placed_at: isoAgo(day * DAY_MS), packed_at: isoAgo(day * DAY_MS) });
  }
  const numberOf = (i: number): string => `HT-BK${String(i).padStart(4, '0')}`;
  const bulk = Array.from({ length: 200 }, (_, i) => numberOf(i));
  for (const [i, number] of bulk.entries()) {
    const status = i < 192 ? ORDER_DISPATCHED : i < 197 ? ORDER_CANCELLED : ORDER_RETURNED;
    const placed_at = isoAgo((3 + ((i * 7) % 26)) * DAY_MS);
    await copyOrder(tx, id, [number], { payment_method: 'cod', payment_status: 'pending', status, placed_at });
  }
  return bulk;
}

async function prepareGoods(tx: Tx): Promise<Size[]> {
  const sizes = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product_id'])
    .where('variant.stock', '>', 5)
    .where('product.active', '=', 1)
    .orderBy('product_id')
    .orderBy('variant.id')
    .execute();
  const onePerProduct = sizes.filter(({ product_id }, i) => sizes[i - 1]?.product_id !== product_id);
  for (const [i, name] of names.entries())
    await tx
      .updateTable('product')
      .set({ name })
      .where('id', '=', onePerProduct[i]?.product_id ?? 0)
      .execute();
  return onePerProduct;
}

/** Fills a demo shop, whose server is not running, with orders in every state. */
export async function fillOrdersOfScreens(db: Db): Promise<FilledOrders> {
  const sizes = await write(db, prepareGoods);
  const numbers = new Map<string, string>();
  for (const [i, [name, order]] of Object.entries(wanted).entries())
    numbers.set(name, await write(db, (tx) => place(tx, sizes, order, i)));
  const numberOf = (name: string): string => numbers.get(name) ?? name;
  await write(db, async (tx) => {
    for (const [name, { isPacked }] of Object.entries(wanted))
      if (isPacked)
        await tx
          .updateTable('orders')
          .set({ packed_at: isoAgo(20 * 60_000) })
          .where('order_number', '=', numberOf(name))
          .execute();
    await tx
      .updateTable('orders')
      .set({ status: 'payment is pending', payment_method: 'prepaid' })
      .where('order_number', '=', numberOf('unpaid'))
      .execute();
  });
  return { numberOf, bulk: await write(db, (tx) => copyOrders(tx, numberOf('delivered'))) };
}
