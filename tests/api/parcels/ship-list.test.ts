import { afterAll, beforeAll, expect, test } from 'vitest';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { settleStaged, undoStaged } from '#api/services/orders/staged/stage.ts';
import { adminPackedCall, adminShipListCall, adminToPackCall, adminToShipCall } from '#lib/contract/admin/fulfilment.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { confirmedOrder } from '#tests/support/admin/confirmed-orders.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const dispatched = 'order has been dispatched from retailer';

let shop: TestShop;
let token: string;
let lamp: AddedProduct;

beforeAll(async () => {
  shop = await openShop();
  token = await staffToken(shop, 'packer');
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 900 });
});
afterAll(() => shop.close());

const order = (status?: 'order has been placed') =>
  confirmedOrder(shop, { productId: lamp.id, total: '500.00', ...(status && { status }) });
const list = async (body: BodyOf<typeof adminShipListCall>) => (await shop.succeed(adminShipListCall, { token, body })).data;
const ship = (text: string, more: object = {}) => list({ text, courier: 'Delhivery', apply: true, ...more });
const parcelsOf = (id: number) =>
  shop.store.db.selectFrom('shipment').select(['courier', 'tracking_number']).where('order_id', '=', id).orderBy('id').execute();
const statusOf = async (id: number) =>
  (await shop.store.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

let next = 1000;
const awb = () => `T${next++}`;

test.for([
  ['tabs and a header', '\t', 'Order number\tAWB\n'],
  ['commas', ',', ''],
  ['semicolons and an unknown header', ';', 'Bestellung;Nummer\n'],
  ['spaces', '  ', ''],
] as const)('a list with %s is shown first and applied then', async ([, separator, header]) => {
  const [a, b] = [await order(), await order()];
  const [one, two] = [awb(), awb()];
  const text = `${header}${a.number.toLowerCase()}${separator}${one}\r\n ${b.number}${separator}${two}\n`;
  const preview = await list({ text, courier: 'Delhivery' });
  expect(preview).toMatchObject({
    applied: false,
    lines: [{ result: 'ship', order_number: a.number, awb: one }, { result: 'ship' }],
  });
  expect(await parcelsOf(a.id)).toEqual([]);
  const done = await ship(text);
  expect(done.lines).toEqual(preview.lines);
  expect(await parcelsOf(b.id)).toEqual([{ courier: 'Delhivery', tracking_number: two }]);
  expect(await statusOf(a.id)).toBe('order is confirmed');
  await shop.change((tx) => settleStaged(tx, [a.id, b.id]));
  expect(await statusOf(a.id)).toBe(dispatched);
});

test('AWBs alone belong to the orders as shown; an empty line leaves its order out', async () => {
  const [a, b, c] = [await order(), await order(), await order()];
  const [one, three] = [awb(), awb()];
  const { lines } = await ship(`${one}\n\n${three}\n${awb()}\n`, { orders: [a.number, b.number, c.number] });
  expect(lines).toMatchObject([
    { order_number: a.number, result: 'ship' },
    { order_number: c.number, result: 'ship' },
    { order_number: null, result: 'refused', message: 'There is no order for this line.' },
  ]);
  expect(await parcelsOf(b.id)).toEqual([]);
});

test('the same list again changes nothing', async () => {
  const { id, number } = await order();
  const text = `${number} ${awb()}`;
  const first = await ship(text);
  expect(first.action_id).toBeDefined();
  const before = await parcelsOf(id);
  const again = await ship(text);
  expect(again).toMatchObject({ lines: [{ result: 'unchanged' }] });
  expect(again).not.toHaveProperty('action_id');
  await shop.change((tx) => settleStaged(tx, [id]));
  expect(await ship(text)).toMatchObject({ lines: [{ result: 'unchanged' }] });
  expect(await parcelsOf(id)).toEqual(before);
});

test('a list whose AWBs were one line off is corrected after Undo', async () => {
  const [a, b] = [await order(), await order()];
  const [one, two] = [awb(), awb()];
  const { action_id } = await ship(`${a.number} ${two}\n${b.number} ${one}`);
  await shop.change((tx) => undoStaged(tx, { staffId: 1 }, action_id ?? 0));
  expect(await statusOf(a.id)).toBe('order is confirmed');
  const { lines } = await ship(`${a.number} ${one}\n${b.number} ${two}`);
  expect(lines).toMatchObject([{ result: 'ship', message: `The order is dispatched; its AWB was ${two}.` }, { result: 'ship' }]);
  expect([await parcelsOf(a.id), await parcelsOf(b.id)]).toMatchObject([[{ tracking_number: one }], [{ tracking_number: two }]]);
});

test('each wrong line says why, and the others are applied', async () => {
  const [good, other, placed, twin] = [await order(), await order(), await order('order has been placed'), await order()];
  const [used, same] = [awb(), awb()];
  await ship(`${other.number} ${used}`);
  const text = [
    `${good.number} ${awb()}`,
    `HT-NONE ${awb()}`,
    `${twin.number} ${used}`,
    `${twin.number} 1.49E+12`,
    `${twin.number} AWB/7`,
    `${placed.number} ${awb()}`,
    `${twin.number} ${same}`,
    `${other.number} ${same}`,
    `${twin.number}`,
  ].join('\n');
  const { lines } = await ship(text);
  expect(lines.map(({ result, message }) => (result === 'refused' ? message : result))).toEqual([
    'ship',
    'There is no such order to ship.',
    'Another order of this list has this AWB and keeps it.',
    'The spreadsheet has shortened this number: format its column as text.',
    'An AWB has letters, digits and dashes only.',
    'There is no such order to ship.',
    'Another order of this list has this AWB and keeps it.',
    `Line 7 has this AWB too.`,
    'The line has no AWB.',
  ]);
});

test('a list of which a line was refused is corrected and sent again in the same form', async () => {
  const [a, b] = [await order(), await order()];
  const form_id = crypto.randomUUID();
  const [one, two] = [awb(), awb()];
  const first = await ship(`${a.number} ${one}\n${b.number} AWB/7`, { form_id });
  expect(first.lines).toMatchObject([{ result: 'ship' }, { result: 'refused' }]);
  const second = await ship(`${a.number} ${one}\n${b.number} ${two}`, { form_id });
  expect(second.lines).toMatchObject([{ result: 'unchanged' }, { result: 'ship' }]);
  expect(second.action_id).not.toBe(first.action_id);
  await shop.change((tx) => settleStaged(tx, [a.id, b.id]));
  expect([await statusOf(a.id), await statusOf(b.id)]).toEqual([dispatched, dispatched]);
});

test('a list without a courier is refused line by line', async () => {
  const { number } = await order();
  expect((await list({ text: `${number} ${awb()}` })).lines).toMatchObject([
    { result: 'refused', message: 'Choose the courier.' },
  ]);
  expect((await list({ text: `${number} ${awb()} speed post` })).lines).toMatchObject([
    { result: 'ship', courier: 'India Post' },
  ]);
});

test('several lines of one order are its parcels', async () => {
  const { id, number } = await order();
  const [one, two] = [awb(), awb()];
  await ship(`${number} ${one}\n${number} ${two}`);
  expect(await parcelsOf(id)).toMatchObject([{ tracking_number: one }, { tracking_number: two }]);
  expect((await ship(`${number} ${awb()}`)).lines).toMatchObject([
    { result: 'refused', message: expect.stringContaining('has 2 parcels') },
  ]);
});

test('a CSV file of a courier is read by its column names, in Excel’s encoding too', async () => {
  const { id, number } = await order();
  const one = awb();
  const csv = `AWB Number;Consignee;Order ID;Courier Company\r\n${one};Café;${number};ekart logistics\r\n`;
  const file = Buffer.from(`\ufeff${csv}`, 'utf16le').toString('base64');
  expect((await list({ file, apply: true })).lines).toMatchObject([{ result: 'ship', courier: 'Ekart', awb: one }]);
  expect(await parcelsOf(id)).toEqual([{ courier: 'Ekart', tracking_number: one }]);
});

test('a courier’s export with a title, names with digits and numbers written as formulas is read', async () => {
  const [a, b] = [await order(), await order()];
  const [one, two] = [`1490812${next++}`, `1490812${next++}`];
  const csv = [
    'Shipments from 2026-11-01 to 2026-11-30',
    '',
    'Name,Order ID,Address Line 1,Address Line 2,Courier Company,AWB Code',
    `Asha Rao,${a.number},4 Mill Road,,Delhivery Surface,"=""${one}"""`,
    ',,,,,',
    `Ravi Das,${b.number},12 MG Road,,Delhivery Surface,'${two}`,
    '',
  ].join('\r\n');
  const { lines } = await list({ file: Buffer.from(`\ufeff${csv}`).toString('base64'), apply: true });
  expect(lines).toMatchObject([
    { result: 'ship', order_number: a.number, awb: one, courier: 'Delhivery' },
    { result: 'ship', order_number: b.number, awb: two, courier: 'Delhivery' },
  ]);
});

test.for([
  ['EK 123 456 789 IN', ' '],
  ['EK 223456789 IN', '\t'],
  ['EK 323 456 789 IN', ','],
] as const)('the AWB %s, printed in groups, is one number after %j', async ([printed, separator]) => {
  const { number } = await order();
  expect((await ship(`${number}${separator}${printed}`, { courier: 'India Post' })).lines).toMatchObject([
    { result: 'ship', order_number: number, awb: printed.replaceAll(' ', ''), courier: 'India Post' },
  ]);
});

test('an order number with # before it is the number', async () => {
  const { number } = await order();
  expect((await ship(`#${number}\t${awb()}`)).lines).toMatchObject([{ result: 'ship', order_number: number }]);
});

test('commas in a cell that tabs separate belong to the cell', async () => {
  const { number } = await order();
  const one = awb();
  expect((await ship(`${number},\t${one}\tMeena & Sons, Mysuru`)).lines).toMatchObject([
    { result: 'ship', awb: one, courier: 'Meena & Sons, Mysuru' },
  ]);
});

test.for([
  ['a PDF', Buffer.from('%PDF-1.7 …'), /^The file is a PDF/],
  ['an empty file', Buffer.from('\n'), /has no AWB/],
  ['too many lines', Buffer.from('HT-1,A1\n'.repeat(600)), /more than 500 lines/],
] as const)('%s is refused with a sentence', async ([, bytes, message]) => {
  const body = { file: bytes.toString('base64') };
  expect(await shop.fail(adminShipListCall, { token, body })).toMatchObject({
    httpStatus: 422,
    message: expect.stringMatching(message),
  });
});

test('orders are packed one after the other, and shipped', async () => {
  await shop.change(async (tx) => {
    for (const { order_number } of await tx
      .selectFrom('orders')
      .select('order_number')
      .where('status', '=', 'order is confirmed')
      .execute())
      await setOrderStatus(tx, order_number, 'order is cancelled');
  });
  const [a, b] = [await order(), await order()];
  const toPack = async (params: { after?: string; order?: string } = {}) =>
    (await shop.succeed(adminToPackCall, { token, params })).data;
  const first = await toPack();
  expect(first).toMatchObject({
    position: 1,
    count: 2,
    order: { order_number: a.number, amount_to_collect: '500.00', packed: false },
  });
  expect(first.order?.items).toMatchObject([{ product_name: 'Lamp', quantity: 1 }]);
  expect(await toPack({ after: a.number })).toMatchObject({ position: 2, order: { order_number: b.number } });
  expect(await toPack({ after: b.number })).toMatchObject({ position: 1 });
  const { action_id } = (await shop.succeed(adminPackedCall, { token, body: { order_number: a.number } })).data;
  expect(await toPack({ after: a.number })).toMatchObject({ position: 1, count: 1, order: { order_number: b.number } });
  expect((await shop.succeed(adminToShipCall, { token })).data.orders).toMatchObject([
    { order_number: a.number, packed: true },
    { order_number: b.number, packed: false },
  ]);
  await shop.change((tx) => undoStaged(tx, { staffId: 1 }, action_id));
  expect(await toPack()).toMatchObject({ count: 2 });
});
