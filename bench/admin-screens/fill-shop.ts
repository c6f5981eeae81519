import { addressOf } from '#bench/admin/people.ts';
import type { Db, Tx } from '../../src/api/database/schema/engine.ts';
import { write } from '../../src/api/database/transaction.ts';
import { setLimits } from '../../src/api/services/limits/store-limits.ts';
import { createStaffSession } from '../../src/api/services/staff/staff-sessions.ts';
import { DAY_MS, HOUR_MS, isoAgo } from '../../src/lib/rules/durations.ts';
import { addSignedInStaff } from '../../tests/support/admin/staff.ts';
import { noCheckoutLimits } from '../../tests/support/store/no-checkout-limits.ts';
import { type FilledOrders, fillOrdersOfScreens } from './fill-orders.ts';

/** The sessions of a filled shop, and what it has been filled with. */
export interface FilledShop extends FilledOrders {
  tokens: { owner: string; packer: string };
  ownerId: number;
}

const refundStates = {
  refundFailed: { state: 'failed', is_unclear: 0 },
  refundDone: { state: 'done', is_unclear: 0 },
  refundAsked: { state: 'pending', is_unclear: 0 },
  refundUnclear: { state: 'pending', is_unclear: 1 },
} as const;

/** Refunds in every state. No worker asks about them while pictures are taken. */
async function addRefunds(tx: Tx, numberOf: FilledOrders['numberOf']): Promise<void> {
  for (const [name, state] of Object.entries(refundStates)) {
    const refund = await tx
      .selectFrom('refund')
      .innerJoin('orders', 'orders.id', 'refund.order_id')
      .select(['refund.order_id', 'payment_id', 'amount'])
      .where('order_number', '=', numberOf(name))
      .executeTakeFirstOrThrow();
    const at = isoAgo(5 * HOUR_MS);
    const times = { created_at: at, changed_at: at, ask_at: '9999' };
    const payment = { provider_payment: `pay_QF2xk${refund.order_id}`, reason: 'Ordered twice' };
    await tx
      .insertInto('provider_refund')
      .values({ ...refund, ...state, ...times, ...payment, id: `refund-${name}` })
      .execute();
    if (state.state === 'done')
      await tx
        .updateTable('refund')
        .set({ done_at: at, returned: refund.amount })
        .where('order_id', '=', refund.order_id)
        .execute();
  }
  const { id } = await tx
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', numberOf('paid'))
    .executeTakeFirstOrThrow();
  const payee = { payee: JSON.stringify({ upi: 'meenakshi.v@okaxis' }), payee_shown: 'me••••@okaxis' };
  const rest = { units: null, reference: null, form_id: null, actor: 'owner:bench', done_at: null };
  await tx
    .insertInto('hand_refund')
    .values({
      id: 'by-hand',
      order_id: id,
      amount: 29_900,
      reason: 'The rim is chipped',
      ...payee,
      ...rest,
      created_at: isoAgo(DAY_MS),
    })
    .execute();
}

const messages = [
  [
    'Where is my order?',
    'I ordered six days ago and the tracking page has said “in transit” since Tuesday. The parcel is for a wedding on Saturday. Please tell me whether it arrives in time, or send it again by a faster courier; I will pay the difference.',
  ],
  ['क्या यह नीले रंग में मिलेगा?', 'नमस्ते,\n\nमुझे यह दो नीले और एक लाल रंग में चाहिए।\nकृपया बताएँ कि कब तक आ सकता है।\n\nधन्यवाद'],
  [
    'Bulk order of 40 diaries',
    'We would like forty diaries with our company’s name on the cover. What would that cost, and how long does it take?',
  ],
  ['Size of the cushion', 'Is it 45 cm with or without the piping?'],
] as const;

async function addMessages(tx: Tx, staffId: number): Promise<void> {
  for (const [i, [subject, message]] of messages.entries()) {
    const { firstname, lastname, email, phone_number } = addressOf(i + 40);
    const state = i === 3 ? 'answered' : 'open';
    const row = { firstname, lastname, email, phone_number, subject, message, subscribe: 0, state } as const;
    const { id } = await tx
      .insertInto('contact_message')
      .values({ ...row, created_at: isoAgo((i + 1) * 5 * HOUR_MS) })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (state === 'answered')
      await tx
        .insertInto('contact_reply')
        .values({
          ...{ message_id: id, staff_id: staffId, form_id: crypto.randomUUID(), created_at: isoAgo(2 * HOUR_MS) },
          reply: 'Without it: the piping adds 5 mm on each side.\n\nKind regards,\nAsha',
        })
        .execute();
  }
}

/** Carts of customers who want to be reminded; reminders are off. */
async function addCarts(tx: Tx): Promise<void> {
  const variants = await tx.selectFrom('variant').select('id').where('stock', '>', 5).orderBy('id', 'desc').limit(6).execute();
  for (const [i, days] of [0.3, 1.2, 4].entries()) {
    const { firstname, lastname, email, phone_number } = addressOf(i + 60);
    const at = isoAgo(days * DAY_MS);
    const row = { firstname, lastname, email, phone_number, created_at: at, email_verified_at: at };
    const { id } = await tx.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow();
    const lines = variants
      .slice(i, i + 3)
      .map((variant) => ({ customer_id: id, variant_id: variant.id, quantity: 1 + i, added_at: at }));
    await tx.insertInto('cart_line').values(lines).execute();
    const asked = {
      customer_id: id,
      asked_at: at,
      asked_text: '1',
      reminded_at: i > 0 ? isoAgo(days * DAY_MS - 5 * HOUR_MS) : null,
    };
    await tx.insertInto('cart_reminder').values(asked).execute();
  }
}

const warnings = [
  ['bad', 'backups', 'The last backup is 9 days old', 'Run: npm run store -- backup'],
  [
    'bad',
    'mail',
    '14 mails could not be sent since yesterday: the mail server refuses the password',
    'Set SMTP_URL again, then run: npm run store -- outbox retry',
  ],
  [
    'note',
    'stock',
    '3 products have no weight, so that couriers’ files leave it empty',
    'Add the column Variant Grams to your next import',
  ],
] as const;

/** Makes the shop one that warns its owner. */
export const makeShopIll = (db: Db): Promise<unknown> =>
  write(db, async (tx) => {
    for (const [i, [severity, subject, finding, fix]] of warnings.entries()) {
      const row = { warning: `${subject}: ${finding}`, severity, subject, finding, fix, began_at: isoAgo((i + 3) * HOUR_MS) };
      await tx
        .insertInto('health_warning')
        .values({ ...row, seen: 3, missed: 0, mailed: 1, ended_at: null })
        .execute();
    }
  });

async function makeStockLow(tx: Tx): Promise<void> {
  const variants = await tx.selectFrom('variant').select('id').orderBy('id').limit(60).execute();
  for (const [i, { id }] of variants.slice(50).entries())
    await tx
      .updateTable('variant')
      .set({ stock: i % 6 })
      .where('id', '=', id)
      .execute();
}

/** Adds an owner and a packer with a session each; the owner has others. */
export const fillStaff = (db: Db): Promise<Pick<FilledShop, 'tokens' | 'ownerId'>> =>
  write(db, async (tx) => {
    const owner = await addSignedInStaff(tx, 'owner', 'Asha');
    const packer = await addSignedInStaff(tx, 'packer', 'Pavan');
    const { id } = await tx.selectFrom('staff').select('id').where('name', '=', 'Asha').executeTakeFirstOrThrow();
    for (const deviceName of ['Safari on iPhone', 'Firefox on Windows'])
      await createStaffSession(tx, id, { deviceName, network: '103.21.58.0' });
    return { tokens: { owner, packer }, ownerId: id };
  });

/** Fills a demo shop, whose server is not running, as a shop of some months: orders in every state, refunds, messages, carts and staff. */
export async function fillShop(db: Db): Promise<FilledShop> {
  await write(db, (tx) => setLimits(tx, noCheckoutLimits));
  const orders = await fillOrdersOfScreens(db);
  const staff = await fillStaff(db);
  await write(db, async (tx) => {
    await addRefunds(tx, orders.numberOf);
    await addMessages(tx, staff.ownerId);
    await addCarts(tx);
    await makeStockLow(tx);
  });
  return { ...orders, ...staff };
}
