import type { Db } from '#api/database/schema/engine.ts';
import type { HandRefundTable } from '#api/database/schema/money.ts';
import type { ProviderRefund } from '#api/database/schema/payments.ts';
import type { AdminRefund, refundLists } from '#lib/contract/admin/refunds.ts';
import { toRupees } from '#lib/rules/money.ts';

/** Refunds of one page of a list. */
const PAGE_SIZE = 50;

/** How many waiting refunds are counted at most. */
const MAX_COUNTED = 1000;

/** A request to the provider as the admin pages show it. */
export const describeRequest = (
  row: ProviderRefund,
  { order_number, provider }: { order_number: string; provider: string },
): AdminRefund => ({
  id: row.id,
  order_number,
  amount: toRupees(row.amount),
  by: provider,
  state: row.state === 'pending' ? (row.is_unclear === 1 ? 'unclear' : 'asked') : row.state,
  at: row.state === 'pending' ? row.created_at : row.changed_at,
  ...(row.reason && { reason: row.reason }),
});

/** A refund by hand as the admin pages show it. */
export const describeHandRefund = (row: HandRefundTable, order_number: string): AdminRefund => ({
  id: row.id,
  order_number,
  amount: toRupees(row.amount),
  by: 'hand',
  state: row.done_at ? 'done' : 'due',
  at: row.done_at ?? row.created_at,
  to: row.payee_shown,
  ...(row.reason && { reason: row.reason }),
  ...(row.reference && { reference: row.reference }),
});

const selectRequests = (db: Db) =>
  db
    .selectFrom('provider_refund')
    .innerJoin('orders', 'orders.id', 'provider_refund.order_id')
    .innerJoin('payment', 'payment.id', 'provider_refund.payment_id')
    .selectAll('provider_refund')
    .select(['orders.order_number', 'payment.provider']);

const selectByHand = (db: Db) =>
  db
    .selectFrom('hand_refund')
    .innerJoin('orders', 'orders.id', 'hand_refund.order_id')
    .selectAll('hand_refund')
    .select('orders.order_number');

/** Refunds that nobody has begun: those that cancelled orders owe, without those that are on their way, and those by hand. */
async function listDue(db: Db, before: string): Promise<AdminRefund[]> {
  const owed = await db
    .selectFrom('refund')
    .innerJoin('orders', 'orders.id', 'refund.order_id')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select([
      'refund.order_id',
      'refund.provider_payment',
      'refund.amount',
      'refund.returned',
      'due_at',
      'order_number',
      'provider',
    ])
    .where('refund.done_at', 'is', null)
    .where('due_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provider_refund')
            .select('provider_refund.id')
            .whereRef('provider_refund.order_id', '=', 'refund.order_id')
            .where('provider_refund.state', '=', 'pending'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('hand_refund')
            .select('hand_refund.id')
            .whereRef('hand_refund.order_id', '=', 'refund.order_id')
            .where('hand_refund.done_at', 'is', null),
        ),
      ),
    )
    .orderBy('due_at', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const byHand = await selectByHand(db)
    .where('hand_refund.done_at', 'is', null)
    .where('hand_refund.created_at', '<', before)
    .orderBy('hand_refund.created_at', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  return [
    ...owed.map(
      (row): AdminRefund => ({
        id: `due-${row.order_id}-${row.provider_payment}`,
        order_number: row.order_number,
        amount: toRupees(row.amount - row.returned),
        by: row.provider,
        state: 'due',
        at: row.due_at,
      }),
    ),
    ...byHand.map((row) => describeHandRefund(row, row.order_number)),
  ];
}

const listPending = async (db: Db, before: string): Promise<AdminRefund[]> =>
  (
    await selectRequests(db)
      .where('provider_refund.state', '=', 'pending')
      .where('provider_refund.created_at', '<', before)
      .orderBy('provider_refund.created_at', 'desc')
      .limit(PAGE_SIZE + 1)
      .execute()
  ).map((row) => describeRequest(row, row));

async function listEnded(db: Db, before: string): Promise<AdminRefund[]> {
  const asked = await selectRequests(db)
    .where('provider_refund.state', '<>', 'pending')
    .where('provider_refund.changed_at', '<', before)
    .orderBy('provider_refund.changed_at', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const byHand = await selectByHand(db)
    .where('hand_refund.done_at', '<', before)
    .orderBy('hand_refund.done_at', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  return [...asked.map((row) => describeRequest(row, row)), ...byHand.map((row) => describeHandRefund(row, row.order_number))];
}

const lists = { due: listDue, unclear: listPending, done: listEnded };

/** After every time of this century. */
const LATEST = '9999';

/** Counts what waits, at most `MAX_COUNTED` of each kind. */
export async function countRefunds(db: Db): Promise<{ due: number; unclear: number }> {
  const count = async (kind: 'owed' | 'hand' | 'pending'): Promise<number> => {
    const rows =
      kind === 'owed'
        ? await db.selectFrom('refund').select('order_id').where('done_at', 'is', null).limit(MAX_COUNTED).execute()
        : kind === 'hand'
          ? await db.selectFrom('hand_refund').select('id').where('done_at', 'is', null).limit(MAX_COUNTED).execute()
          : await db.selectFrom('provider_refund').select('id').where('state', '=', 'pending').limit(MAX_COUNTED).execute();
    return rows.length;
  };
  return { due: (await count('owed')) + (await count('hand')), unclear: await count('pending') };
}

/** A page of refunds, newest first; `before` is `next` of the page before. */
export async function listRefunds(
  db: Db,
  list: (typeof refundLists)[number],
  before = LATEST,
): Promise<{ refunds: AdminRefund[]; next: string | undefined }> {
  const found = (await lists[list](db, before)).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const refunds = found.slice(0, PAGE_SIZE);
  return { refunds, next: found.length > PAGE_SIZE ? refunds.at(-1)?.at : undefined };
}

/** All refunds of an order that were asked for or recorded, newest first. */
export async function listRefundsOf(db: Db, orderId: number): Promise<AdminRefund[]> {
  const asked = await selectRequests(db).where('provider_refund.order_id', '=', orderId).execute();
  const byHand = await selectByHand(db).where('hand_refund.order_id', '=', orderId).execute();
  return [
    ...asked.map((row) => describeRequest(row, row)),
    ...byHand.map((row) => describeHandRefund(row, row.order_number)),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
}
