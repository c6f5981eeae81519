import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { ProviderRefund } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { recordAudit } from '#api/services/audit.ts';
import { markSent, readPayee, recordHandRefund, takeBack } from '#api/services/refunds/hand-refunds.ts';
import {
  countRefunds,
  describeHandRefund,
  describeRequest,
  listRefunds,
  listRefundsOf,
} from '#api/services/refunds/list-refunds.ts';
import { askForAll, makesRefunds, refundThroughProvider } from '#api/services/refunds/make-refund.ts';
import { findOrderToRefund, RefundNotPossible, type RefundWish, readRefundable } from '#api/services/refunds/refundable.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { staffActor } from '#api/services/staff/staff-sessions.ts';
import type { adminRefundCall, refundAdminCalls } from '#lib/contract/admin/refunds.ts';
import type { ParsedBodyOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';

/** Runs work whose `RefundNotPossible` is the answer (409). */
async function refuseImpossible<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RefundNotPossible ? new Refusal(409, error.message) : error;
  }
}

/** Finds the order of a call. Throws a `Refusal` (404). */
const findOrderId = (db: Db, orderNumber: string): Promise<number> =>
  findOrderToRefund(db, orderNumber).catch((error: unknown) => {
    throw error instanceof RefundNotPossible ? new Refusal(404, failure.orderMissing) : error;
  });

function toWish({ kind, units = {}, shipping = false, amount, reason }: ParsedBodyOf<typeof adminRefundCall>): RefundWish {
  if (kind === 'due') return { kind };
  if (kind === 'items') return { kind, of: { units, shipping }, reason };
  if (amount === undefined) throw refuseField('amount', 'Write how much to return');
  if (!reason) throw refuseField('reason', 'Write why');
  return { kind, amount: toPaise(amount), reason };
}

const orderNumberOf = async (db: Db, orderId: number): Promise<string> =>
  (await db.selectFrom('orders').select('order_number').where('id', '=', orderId).executeTakeFirstOrThrow()).order_number;

const findRequest = (db: Db, id: string) =>
  db
    .selectFrom('provider_refund')
    .innerJoin('orders', 'orders.id', 'provider_refund.order_id')
    .innerJoin('payment', 'payment.id', 'provider_refund.payment_id')
    .selectAll('provider_refund')
    .select(['order_number', 'provider'])
    .where('provider_refund.id', '=', id)
    .executeTakeFirst();

const unknownRefund = (): Refusal => new Refusal(404, 'There is no such refund');

export const refundAdminHandlers: AdminHandlers<typeof refundAdminCalls> = {
  adminRefunds: async ({ context: { db }, params }) => {
    const { refunds, next } = await listRefunds(db, params.list, params.before);
    return { success: true, data: { refunds, counts: await countRefunds(db), ...(next && { next }) } };
  },

  adminRefundable: async ({ context: { db, paymentProvider }, params }) => {
    const orderId = await findOrderId(db, params.order_number);
    const order = await readRefundable(db, orderId);
    const asked = order.due.length > 0 || order.payment_method === 'prepaid';
    const data = {
      order_number: order.order_number,
      payment_method: order.payment_method,
      ...(asked && makesRefunds(paymentProvider, order.provider) && { provider: paymentProvider.name }),
      paid: toRupees(order.paid),
      returned: toRupees(order.returned),
      left: toRupees(order.left),
      due: toRupees(order.due.reduce((sum, { left }) => sum + left, 0)),
      shipping: toRupees(order.shipping),
      items: order.items.map((item) => ({ ...item, left: item.left.map(toRupees) })),
      refunds: await listRefundsOf(db, orderId),
    };
    return { success: true, data };
  },

  adminRefund: async (request) => {
    const { context, params, body } = request;
    const { db, paymentProvider } = context;
    const actor = staffActor(requireStaff(request));
    const orderId = await findOrderId(db, params.order_number);
    const orderNumber = await orderNumberOf(db, orderId);
    const wish = toWish(body);
    const { form_id: formId, seen, by_hand } = body;
    const asker = { actor, formId, seen: seen === undefined ? undefined : toPaise(seen) };
    const audit = (tx: Tx, by: string, amount: number) =>
      recordAudit(tx, {
        actor,
        action: 'refund',
        subject: `order:${orderNumber}`,
        detail: { by, kind: body.kind, paise: amount },
      });
    if (by_hand) {
      const { to, reference } = by_hand;
      const row = await refuseImpossible(() =>
        write(db, async (tx) => {
          const recorded = await recordHandRefund(tx, orderId, { wish, payee: to, reference }, asker);
          await audit(tx, 'hand', recorded.amount);
          return recorded;
        }),
      );
      return { success: true, data: { refunds: [describeHandRefund(row, orderNumber)] } };
    }
    const record = async (tx: Tx, rows: ProviderRefund[]): Promise<void> => {
      for (const row of rows) await audit(tx, 'provider', row.amount);
    };
    const rows = await refuseImpossible(() => refundThroughProvider(db, paymentProvider, { orderId, wish, asker, record }));
    const provider = paymentProvider?.name ?? '';
    return { success: true, data: { refunds: rows.map((row) => describeRequest(row, { order_number: orderNumber, provider })) } };
  },

  adminRefundSent: async (request) => {
    const { context, params, body } = request;
    const actor = staffActor(requireStaff(request));
    const data = await refuseImpossible(() =>
      write(context.db, async (tx) => {
        const { row, isNew } = await markSent(tx, params.id, body.reference);
        const orderNumber = await orderNumberOf(tx, row.order_id);
        const event = { actor, action: 'refund sent', subject: `order:${orderNumber}`, detail: { paise: row.amount } };
        if (isNew) await recordAudit(tx, event);
        return describeHandRefund(row, orderNumber);
      }),
    );
    return { success: true, data };
  },

  adminRefundTakeBack: async (request) => {
    const { context, params } = request;
    const actor = staffActor(requireStaff(request));
    await refuseImpossible(() =>
      write(context.db, async (tx) => {
        const row = await takeBack(tx, params.id);
        const subject = `order:${await orderNumberOf(tx, row.order_id)}`;
        await recordAudit(tx, { actor, action: 'refund taken back', subject, detail: { paise: row.amount } });
      }),
    );
    return { success: true, data: { id: params.id } };
  },

  adminRefundAsk: async ({ context: { db, paymentProvider }, params }) => {
    const row = await findRequest(db, params.id);
    if (!row) throw unknownRefund();
    if (!makesRefunds(paymentProvider, row.provider)) throw new Refusal(409, `This shop cannot ask ${row.provider} for refunds`);
    await askForAll(db, [row], paymentProvider);
    const now = await findRequest(db, params.id);
    if (!now) throw unknownRefund();
    return { success: true, data: describeRequest(now, now) };
  },

  adminRefundPayee: async (request) => {
    const { context, params } = request;
    const actor = staffActor(requireStaff(request));
    const to = await readPayee(context.db, params.id);
    if (!to) throw unknownRefund();
    await write(context.db, (tx) => recordAudit(tx, { actor, action: 'refund account shown', subject: `refund:${params.id}` }));
    return { success: true, data: to };
  },
};
