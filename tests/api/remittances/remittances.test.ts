import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { correctDelivered } from '#api/services/orders/apply-status.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { NoRemittance, readRemittance } from '#api/services/remittances/read-remittance.ts';
import { adminCodCall, adminCodMatchCall } from '#lib/contract/admin/cod.ts';
import { adminOrderCall } from '#lib/contract/admin/order.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let owner: string;
let lampId: number;
let folder: string;
let next = 9_495_000_000;
let parcels = 14_908_123_450_000;

beforeAll(async () => {
  shop = await openShop();
  owner = await staffToken(shop, 'owner');
  lampId = (await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 1000 })).id;
  folder = mkdtempSync(join(tmpdir(), 'remittances-'));
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

/** An order of 500.00 on delivery that has been delivered so many days ago. */
async function deliveredOrder(daysAgo = 3) {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lampId, 1);
  await shopper.buy('500.00');
  const [order] = await shopper.orders();
  const number = order?.order_number ?? '';
  const awb = String(parcels++);
  const shipment = { courier: 'Delhivery', tracking_number: awb };
  await shop.change((tx) => setOrderStatus(tx, number, 'order has been dispatched from retailer', undefined, shipment));
  await shop.change((tx) => setOrderStatus(tx, number, 'order is delivered'));
  await shop.change((tx) =>
    tx
      .updateTable('order_event')
      .set({ at: isoAgo(daysAgo * DAY_MS) })
      .where('order_id', '=', order?.order_id ?? 0)
      .where('status', '=', 'order is delivered')
      .execute(),
  );
  return { number, awb };
}

const match = async (csv: string, file_name = 'remittance.csv') =>
  (await shop.succeed(adminCodMatchCall, { token: owner, body: { file_name, file: Buffer.from(csv).toString('base64') } })).data;

const list = async (kind: 'late' | 'short' | 'over' | 'not_due') =>
  (await shop.succeed(adminCodCall, { token: owner, params: { list: kind } })).data;

const numbers = ({ orders }: { orders: { order_number: string }[] }) => orders.map(({ order_number }) => order_number);

async function read(text: string, name = 'file.csv') {
  const path = join(folder, name);
  writeFileSync(path, text);
  return readRemittance(path);
}

describe('a remittance file', () => {
  test.each([
    [
      'Delhivery',
      'Waybill,Order ID,COD Amount,Remitted Amount,UTR No,Remittance Date\n1490812345678,1,999,"₹1,499.00",UTR1,2026-11-20',
    ],
    ['Shiprocket', 'CRF ID,AWB Code,Order Id,Remitted Amount,UTR,Remitted Date\nCRF1,1490812345678,1,1499.00,UTR1,20-11-2026'],
    ['Blue Dart', 'Blue Dart Express\n,,\nAWB No.,COD Amt (Rs),Payment Date,Cheque No\n1490812345678,Rs. 1499,20/11/2026,55'],
    ['DTDC', 'CN No,Collected Amount,Payment Date,Reference\n1490812345678,1499.00,20-Nov-2026,R1'],
    ['Ekart', 'Tracking ID,Settlement Amount,Settlement Date,NEFT UTR\n1490812345678,1499.0,2026-11-20,N1', 'ekart.csv'],
    ['India Post', 'Article Number,VPP Amount,Date\n1490812345678,1499,20.11.2026'],
  ])('of %s is read by the names of its columns', async (courier, text, name = 'file.csv') => {
    const file = await read(text, name);
    expect(file).toMatchObject({ courier, problems: [], lines: [{ awb: '1490812345678', amount: 149_900 }] });
  });

  test('without columns that it needs is refused', async () => {
    await expect(read('Name,Price\nLamp,500')).rejects.toThrow(NoRemittance);
    await expect(read('')).rejects.toThrow(NoRemittance);
  });

  test('names what it cannot read, and skips sums', async () => {
    const file = await read('AWB,Amount\n1.49081E+12,500\n123456,none\n123457,(250.00)\nTotal,500\n,500');
    expect(file.lines).toEqual([{ awb: '123457', amount: -25_000, paidOn: '', reference: '' }]);
    expect(file.problems).toEqual([
      expect.stringContaining('Line 2: the tracking number is rounded'),
      'Line 3: "none" is no amount',
    ]);
  });
});

test('lines are paid, short, over, twice, not due or unknown, and the same file again changes nothing', async () => {
  const [paid, short, over, twice] = await Promise.all(Array.from({ length: 4 }, () => deliveredOrder()));
  const back = await deliveredOrder();
  await shop
    .change((tx) => setOrderStatus(tx, back.number, 'order is returned to origin'))
    .catch(() =>
      shop.change((tx) =>
        tx.updateTable('orders').set({ payment_method: 'prepaid' }).where('order_number', '=', back.number).execute(),
      ),
    );
  const csv = [
    'AWB,Amount,Date,UTR',
    `${paid?.awb},500.00,2026-11-20,UTR1`,
    `${short?.awb},450.00,2026-11-20,UTR1`,
    `${over?.awb},600.00,2026-11-20,UTR1`,
    `${twice?.awb},500.00,2026-11-20,UTR1`,
    `${twice?.awb},500.00,2026-11-20,UTR1`,
    `${back.awb},500.00,2026-11-20,UTR1`,
    'NOSUCH1,500.00,2026-11-20,UTR1',
  ].join('\n');
  const first = await match(csv);
  expect(first).toMatchObject({ added: 7, counts: { paid: 1, short: 1, over: 1, double: 2, not_due: 1, unknown: 1 } });
  expect(await match(csv)).toEqual({ ...first, added: 0 });
  expect(numbers(await list('short'))).toEqual([short?.number]);
  expect(numbers(await list('over')).toSorted()).toEqual([over?.number, twice?.number].toSorted());
  expect(numbers(await list('not_due'))).toEqual([back.number]);
  expect((await list('late')).unknown).toContainEqual(expect.objectContaining({ awb: 'NOSUCH1', amount: '500.00' }));
  const rest = await match(`AWB,Amount,Date,UTR\n${short?.awb},50.00,2026-11-27,UTR2`);
  expect(rest).toMatchObject({ added: 1, counts: { paid: 1 } });
  expect(numbers(await list('short'))).toEqual([]);
  await match(`AWB,Amount,Date,UTR\n${over?.awb},-100.00,2026-11-27,UTR2`);
  expect(numbers(await list('over'))).toEqual([twice?.number]);
});

/** An order of 500.00 that was paid online, of which a change has made 50.00 due, delivered so many days ago. */
async function partlyDueOrder(daysAgo = 3) {
  const { number, awb } = await deliveredOrder(daysAgo);
  const amounts = { price: 55_000, final_amount: 55_000, due_amount: 5000 };
  const part = { payment_method: 'prepaid', payment_status: 'paid', ...amounts } as const;
  await shop.change((tx) => tx.updateTable('orders').set(part).where('order_number', '=', number).execute());
  return { number, awb };
}

test('what was due of an order paid online is matched with what its courier has collected', async () => {
  const orders = [await partlyDueOrder(), await partlyDueOrder(), await partlyDueOrder(), await partlyDueOrder()];
  const [paid, short, over, byLink] = orders;
  await shop.change((tx) =>
    tx
      .updateTable('orders')
      .set({ due_amount: 0 })
      .where('order_number', '=', byLink?.number ?? '')
      .execute(),
  );
  const amounts = ['50.00', '40.00', '550.00', '50.00'];
  const csv = ['AWB,Amount', ...orders.map(({ awb }, i) => `${awb},${amounts[i]}`)].join('\n');
  const matched = await match(csv);
  expect(matched.counts).toEqual({ paid: 1, short: 1, over: 1, not_due: 1 });
  expect(matched.lines.find(({ order_number }) => order_number === short?.number)).toMatchObject({ expected: '50.00' });
  expect(numbers(await list('not_due'))).toContain(byLink?.number);
  expect(numbers(await list('over'))).toContain(over?.number);
  for (const kind of ['short', 'over', 'not_due'] as const) expect(numbers(await list(kind))).not.toContain(paid?.number);
});

test('what was due of an order paid online is late too, and is among the sums', async () => {
  const before = Number((await list('late')).sums.waiting);
  const { number } = await partlyDueOrder(12);
  const { orders, sums } = await list('late');
  expect(orders.find(({ order_number }) => order_number === number)).toMatchObject({ expected: '50.00' });
  expect(Number(sums.waiting)).toBe(before + 50);
});

test('parcels without cash that a courier lists at nothing are in order', async () => {
  const { number, awb } = await deliveredOrder();
  await shop.change((tx) =>
    tx
      .updateTable('orders')
      .set({ payment_method: 'prepaid', payment_status: 'paid' })
      .where('order_number', '=', number)
      .execute(),
  );
  expect(await match(`AWB,Amount\n${awb},0.00`)).toMatchObject({ counts: { paid: 1 } });
  expect(numbers(await list('not_due'))).not.toContain(number);
});

test('an order is late when its courier has not paid for it in time', async () => {
  const [late, early, paid] = [await deliveredOrder(12), await deliveredOrder(5), await deliveredOrder(12)];
  await match(`AWB,Amount\n${paid.awb},500.00`);
  const { orders, sums } = await list('late');
  const found = numbers({ orders });
  expect(found).toContain(late.number);
  expect(found).not.toContain(early.number);
  expect(found).not.toContain(paid.number);
  expect(orders.find(({ order_number }) => order_number === late.number)).toMatchObject({ awb: late.awb, expected: '500.00' });
  expect(Number(sums.waiting)).toBeGreaterThanOrEqual(1000);
});

/** So many further orders like one, with the same state of what couriers have paid for them. */
async function copyOrder(number: string, count: number): Promise<string[]> {
  const { db } = shop.store;
  const { id, ...order } = await db.selectFrom('orders').selectAll().where('order_number', '=', number).executeTakeFirstOrThrow();
  const remitted = await db.selectFrom('remitted_order').selectAll().where('order_id', '=', id).executeTakeFirst();
  const events = await db.selectFrom('order_event').selectAll().where('order_id', '=', id).orderBy('id').execute();
  const numbers = Array.from({ length: count }, (_, i) => `${number}-${i}`);
  await shop.change(async (tx) => {
    for (const order_number of numbers) {
      const row = { ...order, order_number };
      const { id: order_id } = await tx.insertInto('orders').values(row).returning('id').executeTakeFirstOrThrow();
      await tx
        .insertInto('order_event')
        .values(events.map(({ status, at, reason }) => ({ order_id, status, at, reason })))
        .execute();
      if (remitted)
        await tx
          .insertInto('remitted_order')
          .values({ ...remitted, order_id })
          .execute();
    }
  });
  return numbers;
}

test.each(['short', 'late'] as const)('every order that is %s is listed once, also those of one moment', async (kind) => {
  const { number, awb } = await deliveredOrder(kind === 'late' ? 14 : 3);
  if (kind === 'short') await match(`AWB,Amount\n${awb},400.00`);
  const wanted = [number, ...(await copyOrder(number, 120))];
  const listed: string[] = [];
  for (let before: string | undefined; ; ) {
    const { data } = await shop.succeed(adminCodCall, { token: owner, params: { list: kind, ...(before && { before }) } });
    listed.push(...numbers(data));
    before = data.next;
    if (!before) break;
  }
  expect(listed.filter((one) => one.startsWith(number)).toSorted()).toEqual(wanted.toSorted());
});

test('an order that is delivered again after a correction is waited for once', async () => {
  const { number } = await deliveredOrder(12);
  const before = Number((await list('late')).sums.waiting);
  const row = await shop.store.db.selectFrom('orders').selectAll().where('order_number', '=', number).executeTakeFirstOrThrow();
  await shop.change((tx) => correctDelivered(tx, row, { to: 'out_for_delivery' }));
  await shop.change((tx) => setOrderStatus(tx, number, 'order is delivered'));
  expect(numbers(await list('late'))).not.toContain(number);
  const at = isoAgo(12 * DAY_MS);
  await shop.change((tx) => tx.updateTable('order_event').set({ at }).where('order_id', '=', row.id).execute());
  const { orders, sums } = await list('late');
  expect(numbers({ orders }).filter((one) => one === number)).toHaveLength(1);
  expect(Number(sums.waiting)).toBe(before);
});

test('an order that its courier has paid for is not offered as one that never arrived', async () => {
  const { number, awb } = await deliveredOrder(0);
  const next = async () => (await shop.succeed(adminOrderCall, { token: owner, params: { number } })).data.next;
  expect(await next()).toContain('correct');
  await match(`AWB,Amount\n${awb},500.00`);
  expect(await next()).not.toContain('correct');
});

test('two files that pay an order in parts, read at once, are both counted', async () => {
  for (let i = 0; i < 5; i++) {
    const { awb, number } = await deliveredOrder();
    await Promise.all([200, 300].map((rupees) => match(`AWB,Amount\n${awb},${rupees}.00`)));
    expect(numbers(await list('short'))).not.toContain(number);
  }
});

test('a parcel that gets its number later is matched by the same file', async () => {
  const { awb, number } = await deliveredOrder();
  const csv = `AWB,Amount\n${awb}9,500.00`;
  expect(await match(csv)).toMatchObject({ counts: { unknown: 1 } });
  await shop.change((tx) =>
    tx
      .updateTable('shipment')
      .set({ tracking_number: `${awb}9` })
      .where('tracking_number', '=', awb)
      .execute(),
  );
  expect(await match(csv)).toMatchObject({ added: 0, counts: { paid: 1 }, lines: [{ order_number: number }] });
});

test('a parcel whose number the shop has with dashes is found, and a number that a spreadsheet wrote as one', async () => {
  const [dashed, plain] = [await deliveredOrder(), await deliveredOrder()];
  const number = `EK-${dashed.awb}-IN`;
  await shop.change((tx) =>
    tx.updateTable('shipment').set({ tracking_number: number }).where('tracking_number', '=', dashed.awb).execute(),
  );
  const matched = await match(`AWB,Amount\n${number},"Rs. 500/-"\n${plain.awb}.0,₹500.00`);
  expect(matched).toMatchObject({
    counts: { paid: 2 },
    lines: [{ order_number: dashed.number }, { order_number: plain.number }],
  });
});

test('the same file read by two members of staff at once counts once', async () => {
  const { awb } = await deliveredOrder();
  const csv = `AWB,Amount\n${awb},500.00`;
  const both = await Promise.all([match(csv), match(csv)]);
  expect(both.reduce((sum, { added }) => sum + added, 0)).toBe(1);
  expect(both.map(({ counts }) => counts)).toEqual([{ paid: 1 }, { paid: 1 }]);
});

test('a file that is no table is refused with a reason', async () => {
  const body = { file_name: 'x.csv', file: Buffer.from('Name,Price\nLamp,500').toString('base64') };
  expect(await shop.fail(adminCodMatchCall, { token: owner, body })).toMatchObject({
    httpStatus: 422,
    errors: { file: [expect.stringContaining('no column of tracking numbers')] },
  });
});
