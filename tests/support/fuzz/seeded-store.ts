import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { hashPassword } from '#api/services/auth/password-hashing.ts';
import { readCart } from '#api/services/cart/cart.ts';
import { previewCoupon } from '#api/services/coupons/check-coupon.ts';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { createSession, SESSION_MAX_MS } from '#api/services/sessions/sessions.ts';
import { cancelReasons } from '#lib/contract/orders.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { addSignedInStaff } from '#tests/support/admin/staff.ts';
import { addProduct } from '#tests/support/store/products.ts';
import { type GeneratedRequest, PEOPLE, type SessionKind } from './request.ts';
import type { Known } from './schema.ts';

const PASSWORD = 'open-sesame!';

/** Placeholders for values that only the shop knows: a code it sent, a payment or an order it created, a cart's current total. */
const LEARNT = {
  otp: '271828',
  otp_request: 'learnt-otp-request-0123456789',
  payment: 'learnt-payment',
  total: '7777.77',
  order: 31_415_926,
};

/** Placeholders for an unused address and an unused number, which are different in each request. */
const UNUSED = { email: 'unused@example.com', phone: '9444444444' };

/** A shop with data of every kind, and callers. */
export interface World {
  known: Known;
  /** The token of a caller; undefined for a caller without one. */
  tokenOf: (kind: SessionKind, who: number) => string | undefined;
  /** Replaces `LEARNT` by a value that the shop has sent to the caller (a code, a payment). */
  recall: (request: GeneratedRequest) => Promise<GeneratedRequest>;
  /** Stores values of a reply for later requests. */
  learn: (request: GeneratedRequest, reply: unknown) => void;
  /** Creates a new session for a caller whose session a request has ended. */
  renew: (kind: SessionKind, who: number) => Promise<void>;
}

async function addGoods(tx: Tx) {
  const goods = [
    await addProduct(tx, { name: 'Linen Shirt', category: 'Shirts', stock: { S: 3, M: 100_000, L: 0 }, brand: 'Meena' }),
    await addProduct(tx, {
      name: 'Denim Jacket',
      category: 'Jackets',
      stock: { M: 50_000 },
      seller: 'Mill',
      sellerKind: 'wholesaler',
    }),
    await addProduct(tx, { name: 'Brass Lamp', category: 'Home', stock: 100_000, price: 50_000, mrp: 70_000 }),
    await addProduct(tx, { name: 'Clay Cup', category: 'Home', stock: 200, price: 100 }),
    await addProduct(tx, { name: 'Sold Out Cap', category: 'Caps', stock: 0 }),
    await addProduct(tx, { name: 'Gone Bag', category: 'Bags', stock: 5, active: false }),
  ];
  const coupon = { minimum: 0, max_uses: null, max_uses_each: null, starts_at: null, ends_at: null };
  await addCoupon(tx, { ...coupon, code: 'TEN', kind: 'percent', value: 10 });
  await addCoupon(tx, {
    ...coupon,
    code: 'HUNDRED',
    kind: 'amount',
    value: 10_000,
    minimum: 100_000,
    max_uses: 50,
    max_uses_each: 1,
  });
  await addCoupon(tx, { ...coupon, code: 'OVER', kind: 'percent', value: 50, ends_at: '2020-01-01T00:00:00.000Z' });
  return goods;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

/** Adds customers, guests and callers with expired sessions; returns their ids. */
async function addPeople(tx: Tx, password_hash: string): Promise<Map<SessionKind, number[]>> {
  const people = new Map<SessionKind, number[]>([
    ['customer', []],
    ['fresh', []],
    ['expired', []],
  ]);
  for (let i = 0; i < PEOPLE; i++) {
    for (const [digit, kind] of (['customer', 'fresh', 'expired'] as const).entries()) {
      const { id } = await findOrCreateCustomer(tx, String(9_000_000_000 + digit * 1000 + i));
      if (kind !== 'fresh') {
        await setCustomerDetails(tx, id, { firstname: 'Asha', lastname: 'Rao', email: `${kind}${i}@example.com` }, '');
        await tx.updateTable('customer').set({ password_hash }).where('id', '=', id).execute();
      }
      people.get(kind)?.push(id);
    }
  }
  return people;
}

const knownValues = (goods: Awaited<ReturnType<typeof addGoods>>): Known => ({
  payment_id: [LEARNT.payment],
  id: [...goods.flatMap(({ variants }) => Object.values(variants)), ...Array.from({ length: 12 }, () => null)],
  variant_id: [...goods.flatMap(({ variants }) => Object.values(variants)), null],
  product_id: goods.flatMap(({ id, variants }) => ('' in variants ? [id, id, id] : [id])),
  retailer_product_id: [...goods.map(({ id }) => id), null],
  slug: goods.map(({ slug }) => slug),
  product_variation: ['S', 'M', 'm', 'L', ''],
  sub_category_id: [[], ['Shirts'], ['Home', 'home'], [1, 2]].flat(),
  sub_category: ['Shirts', 'home,caps', '1', '1,2', ''],
  size: ['M', 's,m', ''],
  search: ['shirt', 'linen', 'denm', 'brass lamp', 'home', 'sun glasses', 't-shirts'],
  page: ['1', '2', '0', '-1', '999999999', 'x'],
  order_id: [LEARNT.order, LEARNT.order, 1, 2, 3],
  mobile: ['9111111111', '9222222222', ...Array.from({ length: PEOPLE }, (_, i) => String(9_000_000_000 + i))],
  phone_number: ['9000000001', UNUSED.phone, UNUSED.phone],
  email: ['customer1@example.com', 'CUSTOMER2@example.com', UNUSED.email, UNUSED.email],
  password: [PASSWORD],
  password_confirmation: [PASSWORD],
  old_password: [PASSWORD],
  new_password: [PASSWORD],
  confirm_password: [PASSWORD],
  terms: [true],
  coupon_code: ['TEN', 'TEN', 'ten', 'hundred', 'OVER', 'NONE'],
  expected_total: [LEARNT.total, LEARNT.total, '500.00'],
  expected_fee: ['0.00', '0.00', '0.00', '30.00'],
  payment_method: ['cod', 'prepaid'],
  reject_reason_select: [...cancelReasons],
  reject_reason_input: ['because', ''],
  otp: [LEARNT.otp],
  otp_request: [LEARNT.otp_request],
  pincode: ['560001', '110001', '999999'],
});

/** The texts of a request's body. */
const bodyText = ({ body }: GeneratedRequest): string =>
  body instanceof FormData ? [...body.values()].map(String).join('\n') : (body ?? '');

/** Changes the text of a body, of each field in a form. */
async function mapBody(
  body: GeneratedRequest['body'],
  change: (text: string) => Promise<string>,
): Promise<GeneratedRequest['body']> {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return change(body);
  const changed = new FormData();
  for (const [name, value] of body) changed.append(name, typeof value === 'string' ? await change(value) : value);
  return changed;
}

type Owner = Pick<GeneratedRequest, 'session' | 'who'>;

/** Ids that the shop has sent to callers. Few callers have one: the others' requests become those of the newest owner. */
class OwnedIds<Id> {
  readonly #byOwner = new Map<string, { owner: Owner; id: Id }>();
  #newest: { owner: Owner; id: Id } | undefined;

  add({ session, who }: GeneratedRequest, id: Id): void {
    this.#newest = { owner: { session, who }, id };
    this.#byOwner.set(`${session} ${who}`, this.#newest);
  }

  find({ session, who }: GeneratedRequest): { owner: Owner; id: Id } | undefined {
    return this.#byOwner.get(`${session} ${who}`) ?? this.#newest;
  }
}

/** Values sent by the shop, by mobile number or caller. */
function memory(cartTotal: (request: GeneratedRequest) => Promise<string>): Pick<World, 'recall' | 'learn'> {
  const codes = new Map<string, { otp: string; otp_request: string }>();
  const payments = new OwnedIds<string>();
  const orders = new OwnedIds<number>();
  let unused = 0;
  const purposeAndMobile = ({ call, body }: GeneratedRequest): string =>
    `${/login/i.test(call.name)} ${/"mobile":"(\d{10})"/.exec(String(body))?.[1]}`;

  const fill = async (request: GeneratedRequest, body: string): Promise<string> => {
    unused += 1;
    const total = body.includes(LEARNT.total) ? await cartTotal(request) : '';
    const code = codes.get(purposeAndMobile(request)) ?? LEARNT;
    return body
      .replace(LEARNT.otp, code.otp)
      .replace(LEARNT.otp_request, code.otp_request)
      .replace(LEARNT.total, total)
      .replace(UNUSED.email, `unused${unused}@example.com`)
      .replace(UNUSED.phone, String(9_400_000_000 + unused));
  };
  return {
    recall: async (request) => {
      const { params } = request;
      const payment = params['id'] === LEARNT.payment ? payments.find(request) : undefined;
      if (payment) return { ...request, ...payment.owner, params: { ...params, id: payment.id } };
      const order = bodyText(request).includes(String(LEARNT.order)) ? orders.find(request) : undefined;
      const fillText = (text: string) => fill(request, order ? text.replace(String(LEARNT.order), String(order.id)) : text);
      return { ...request, ...order?.owner, body: await mapBody(request.body, fillText) };
    },
    learn: (request, reply) => {
      const { data } = reply as { data?: { otp?: string; otp_request?: string; payment?: { id: string }; order_id?: number[] } };
      if (data?.otp && data.otp_request) {
        codes.set(purposeAndMobile(request), { otp: data.otp, otp_request: data.otp_request });
      }
      if (data?.payment) payments.add(request, data.payment.id);
      if (data?.order_id?.[0] !== undefined) orders.add(request, data.order_id[0]);
    },
  };
}

/** Fills an empty shop. */
export async function makeWorld(db: Db): Promise<World> {
  const hash = await hashPassword(PASSWORD);
  const { goods, people } = await write(db, async (tx) => ({ goods: await addGoods(tx), people: await addPeople(tx, hash) }));
  const tokens = new Map<string, string>();
  const renew = async (kind: SessionKind, who: number): Promise<void> => {
    if (kind === 'owner' || kind === 'packer') {
      tokens.set(`${kind} ${who}`, await write(db, (tx) => addSignedInStaff(tx, kind)));
      return;
    }
    const id = people.get(kind)?.[who];
    if (id === undefined) return;
    const token = await write(db, (tx) => createSession(tx, id));
    tokens.set(`${kind} ${who}`, token);
  };
  for (let who = 0; who < PEOPLE; who++) {
    for (const kind of ['customer', 'fresh', 'expired', 'owner', 'packer'] as const) await renew(kind, who);
  }
  const over = { created_at: daysAgo(SESSION_MAX_MS / DAY_MS + 1), last_used_at: daysAgo(1) };
  await write(db, (tx) =>
    tx
      .updateTable('session')
      .set(over)
      .where('customer_id', 'in', people.get('expired') ?? [])
      .execute(),
  );
  return {
    known: knownValues(goods),
    ...memory(async ({ session, who, body }) => {
      const customerId = people.get(session)?.[who] ?? 0;
      const lines = await readCart(db, customerId);
      const price = lines.reduce((sum, { final_price, quantity }) => sum + toPaise(final_price) * quantity, 0);
      const code = /"coupon_code":"(\w+)"/.exec(String(body))?.[1];
      const coupon = code && (await previewCoupon(db, customerId, code).catch(() => undefined));
      return toRupees(price - (coupon ? toPaise(coupon.discount_amount) : 0));
    }),
    tokenOf: (kind, who) => (kind === 'invented' ? `invented-${who}` : tokens.get(`${kind} ${who}`)),
    renew: async (kind, who) => (kind === 'expired' ? undefined : renew(kind, who)),
  };
}
