import { randomUUID } from 'node:crypto';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { newMobile } from '#tests/support/store/accounts.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { signUp, type TestShop } from '#tests/support/store/test-store.ts';
import { addSignedInStaff } from './staff.ts';

/** A valid request of a call, and what an owner gets as its answer; 200 by default. */
export interface Example {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Several where a packer, who sees orders to pack only, gets another. */
  status?: number | number[];
}

/** What examples name: an order that is new, unless another call has changed it. */
export interface ExampleShop {
  shop: TestShop;
  product: AddedProduct;
  order: { id: number; number: string };
  /** A member of staff who may be changed. */
  staffId: number;
  /** A message of the contact form. */
  messageId: string;
}

/** Makes the call of an example. */
export function sendExample(
  shop: TestShop,
  call: Call,
  { path = {}, query = {}, body = {} }: Example,
  headers: Record<string, string>,
): Promise<Response> {
  const url = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const isPost = call.method === 'POST';
  return shop.raw(`${url}?${new URLSearchParams(query)}`, {
    method: call.method,
    headers: { ...(isPost && { 'content-type': 'application/json' }), ...headers },
    ...(isPost && { body: JSON.stringify(body) }),
  });
}

/** Adds to a store what the examples name. */
export async function fillExampleShop(shop: TestShop): Promise<ExampleShop> {
  const product = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 100_000 });
  const order = await placeOrder(shop, product);
  const { email, firstname, lastname, phone_number } = customerAddress;
  const message = { firstname, lastname, email, phone_number, subject: 'Where', message: 'Where is my order?' };
  await shop.succeed(contactCall, { body: message });
  const { id } = await shop.store.db.selectFrom('contact_message').select('id').executeTakeFirstOrThrow();
  return { shop, product, order, messageId: String(id), staffId: await addStaffToChange(shop) };
}

/** Adds a member of staff whom an example may change or remove. */
export const addStaffToChange = (shop: TestShop): Promise<number> =>
  shop.change(async (tx) => {
    await addSignedInStaff(tx, 'packer', 'Changed');
    const { id } = await tx.selectFrom('staff').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return id;
  });

/** Whose data no answer to a stranger may have. */
export const customerAddress = {
  email: 'meenakshi@example.com',
  firstname: 'Meenakshi',
  lastname: 'Venkataraghavan',
  phone_number: '9444000111',
  address: '77 Hidden Lane',
  pincode: '600004',
  city: 'Chennai',
  state: 'Tamil Nadu',
};

/** Places an order on delivery as a new customer. */
export async function placeOrder(shop: TestShop, product: AddedProduct): Promise<ExampleShop['order']> {
  const token = await signUp(shop, newMobile());
  await shop.succeed(addToCartCall, { token, body: { product_id: product.id, quantity: 2 } });
  const body = { address: customerAddress, payment_method: 'cod' as const, expected_total: '1000.00' };
  await shop.succeed(checkoutCall, { token, headers: { 'idempotency-key': randomUUID() }, body });
  const [order] = (await shop.succeed(getOrdersCall, { token })).data;
  if (!order) throw new Error('The checkout has placed no order');
  return { id: order.order_id, number: order.order_number };
}

const unknown = { id: 'unknown' };
const link = 'A'.repeat(43);
const totp_secret = 'A'.repeat(32);

/** One request of each call of the admin pages that its contract takes, by its name. */
export const callExamples: Record<string, (world: ExampleShop) => Example> = {
  adminSelf: () => ({}),
  adminOpenApi: () => ({}),
  ...ofStaff(),
  ...ofOrders(),
  ...ofFulfilment(),
  ...ofMoney(),
  ...ofMessages(),
};

function ofStaff(): typeof callExamples {
  return {
    adminOpenLink: () => ({ body: { link }, status: 422 }),
    adminSetUp: () => ({ body: { link, password: 'a-long-password!', totp_secret, code: '000000' }, status: 422 }),
    adminSignIn: () => ({ body: { email: 'nobody@shop.example', password: 'a-long-password!', code: '000000' }, status: 401 }),
    adminSignInOptions: () => ({}),
    adminDemoSignIn: () => ({ body: { demo_link: link }, status: 403 }),
    adminSignInAgain: () => ({ body: { password: 'a-wrong-password!', code: '000000' }, status: 422 }),
    adminSignOut: () => ({}),
    adminSessions: () => ({}),
    adminEndSession: () => ({ body: { session_id: link } }),
    adminEndOtherSessions: () => ({}),
    adminRecoveryCodes: () => ({}),
    adminPasskeys: () => ({}),
    adminAddPasskey: () => ({ body: { passkey: '{}' }, status: 422 }),
    adminRemovePasskey: () => ({ body: { id: 'unknown' } }),
    adminPasskeyOptions: () => ({}),
    adminPasskeySignIn: () => ({ body: { passkey: '{}' }, status: 401 }),
    adminPasskeyOptionsAgain: () => ({}),
    adminPasskeySignInAgain: () => ({ body: { passkey: '{}' }, status: 422 }),
    adminStaff: () => ({}),
    adminAddStaff: () => ({ body: { email: `new-${randomUUID()}@shop.example`, role: 'packer' } }),
    adminStaffLink: ({ staffId }) => ({ body: { id: staffId } }),
    adminRemoveStaff: ({ staffId }) => ({ body: { id: staffId } }),
    adminStaffRole: ({ staffId }) => ({ body: { id: staffId, role: 'packer' } }),
  };
}

function ofOrders(): typeof callExamples {
  const path = ({ order }: ExampleShop) => ({ number: order.number });
  const edit = ({ product }: ExampleShop) => ({ kind: 'add', variant_id: product.variants[''], quantity: 1 });
  return {
    adminOrder: (world) => ({ path: path(world) }),
    adminPreviewEdit: (world) => ({ path: path(world), body: { edit: edit(world) } }),
    adminEditOrder: (world) => ({
      path: path(world),
      body: { edit: edit(world), expected_total: '1000.00', state: '', form_id: randomUUID() },
      status: 409,
    }),
    adminAddNote: (world) => ({ path: path(world), body: { text: 'Call first', form_id: randomUUID() } }),
    adminCallResult: (world) => ({ path: path(world), body: { result: 'unreached' } }),
    adminFindVariants: (world) => ({ path: path(world), query: { q: 'lamp' } }),
    adminCancelOrder: (world) => ({ path: path(world), body: { form_id: randomUUID() } }),
    adminReturnOrder: (world) => ({ path: path(world), body: { restock: true, form_id: randomUUID() }, status: 409 }),
    adminCorrectDelivered: (world) => ({ path: path(world), body: { to: 'dispatched', form_id: randomUUID() }, status: 409 }),
    adminOrders: () => ({}),
    // What cannot be done to an order is its result.
    adminStage: ({ order }) => ({ body: { orders: [order.number], change: { kind: 'pack' } } }),
    adminUndo: () => ({ body: { action: 999_999 }, status: 404 }),
    adminAction: () => ({ path: { action: '999999' }, status: 404 }),
    adminTasks: () => ({}),
    adminSales: () => ({}),
  };
}

function ofFulfilment(): typeof callExamples {
  const parcel = ({ order }: ExampleShop) => ({ order_number: order.number, courier: 'Delhivery', awb: 'AWB1' });
  return {
    adminParcels: ({ order }) => ({ path: { order_number: order.number }, status: [200, 404] }),
    adminSetParcel: (world) => ({ body: parcel(world), status: [200, 404] }),
    adminRemoveParcel: ({ order }) => ({ body: { order_number: order.number, id: 999_999 }, status: [200, 404] }),
    adminShipList: ({ order }) => ({ body: { text: `${order.number} AWB1 Delhivery` } }),
    adminToShip: () => ({}),
    adminToPack: () => ({}),
    adminPacked: ({ order }) => ({ body: { order_number: order.number }, status: [409, 404] }),
    adminCourierFile: ({ order }) => ({ body: { format: 'delhivery', orders: [order.number] }, status: [200, 404] }),
    adminPrint: ({ order }) => ({ body: { kind: 'labels', orders: [order.number] }, status: [200, 404] }),
  };
}

function ofMoney(): typeof callExamples {
  const path = ({ order }: ExampleShop) => ({ order_number: order.number });
  return {
    adminRefunds: () => ({}),
    adminRefundable: (world) => ({ path: path(world) }),
    adminRefund: (world) => ({ path: path(world), body: { form_id: randomUUID(), kind: 'due' }, status: 409 }),
    adminRefundSent: () => ({ path: unknown, body: { reference: 'UTR 1' }, status: 409 }),
    adminRefundTakeBack: () => ({ path: unknown, status: 409 }),
    adminRefundAsk: () => ({ path: unknown, status: 404 }),
    adminRefundPayee: () => ({ path: unknown, status: 404 }),
    adminCod: () => ({}),
    adminCodMatch: () => ({ body: { file_name: 'cod.csv', file: btoa('AWB,Amount\nAWB1,500.00\n') } }),
    adminPhoneProducts: () => ({ query: { q: 'lamp' } }),
    adminPhoneOrder: ({ product }) => ({
      body: {
        form_id: randomUUID(),
        items: [{ variant_id: product.variants[''], quantity: 1 }],
        address: customerAddress,
        payment: 'cod',
      },
    }),
    adminPayLink: (world) => ({ path: path(world) }),
  };
}

function ofMessages(): typeof callExamples {
  const path = ({ messageId }: ExampleShop) => ({ id: messageId });
  return {
    adminMessages: () => ({}),
    adminMessage: (world) => ({ path: path(world) }),
    adminReplyMessage: (world) => ({ path: path(world), body: { form_id: randomUUID(), reply: 'It is on its way.' } }),
    adminAlerts: () => ({}),
    adminSaveAlerts: () => ({ body: { by_mail: false, phone_number: '' } }),
    adminAddDevice: () => ({
      body: { endpoint: 'https://push.example/1', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      status: 422,
    }),
    adminRemoveDevice: () => ({ body: { id: 999_999 } }),
    adminTestDevices: () => ({ status: 409 }),
    adminCarts: () => ({}),
    adminCartReminders: () => ({ body: { reminds: false } }),
    adminSetMessageState: (world) => ({ path: path(world), body: { state: 'done' } }),
  };
}
