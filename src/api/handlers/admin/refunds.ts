import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { recordAudit } from '#api/services/audit.ts';
import { requireOrder } from '#api/services/orders/find-order.ts';
import { markRefundSent, readPayee, recordHandRefund, takeBack } from '#api/services/payments/refunds/hand-refunds.ts';
import {
  countRefunds,
  describeHandRefund,
  describeProviderRefund,
  findRequest,
  listRefunds,
  listRefundsOf,
} from '#api/services/payments/refunds/list-refunds.ts';
import { askForAll, makesRefunds, refundThroughProvider } from '#api/services/payments/refunds/make-refund.ts';
import { type RefundWish, readRefundable } from '#api/services/payments/refunds/refundable.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { staffActor } from '#api/services/staff/staff-sessions.ts';
import type { adminRefundCall } from '#lib/contract/admin/refunds.ts';
import type { ParsedBodyOf } from '#lib/contract/calls/define-call.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';

function toWish({ kind, units = {}, shipping = false, amount, reason }: ParsedBodyOf<typeof adminRefundCall>): RefundWish {
  if (kind === 'due') return { kind };
  if (kind === 'items') return { kind, of: { units, shipping }, reason };
  if (amount === undefined) throw refuseField('amount', 'Write how much to return');
  if (!reason) throw refuseField('reason', 'Write why');
  return { kind, amount: toPaise(amount), reason };
}

const orderNumberOf = async (db: Db, orderId: number): Promise<string> =>
  (await db.selectFrom('orders').select('order_number').where('id', '=', orderId).executeTakeFirstOrThrow()).order_number;

const unknownRefund = (): Refusal => new Refusal(404, 'There is no such refund');

export const refundAdminHandlers = {
  adminRefunds: async ({ db, params }) => {
    const { refunds, next } = await listRefunds(db, params.list, params.before);
    return { refunds, counts: await countRefunds(db), ...(next && { next }) };
  },

  adminRefundable: async ({ context: { paymentProvider }, db, params }) => {
    const { id } = await requireOrder(db, params.order_number);
    const order = await readRefundable(db, id);
    const asked = order.due.length > 0 || order.payment_method === 'prepaid';
    return {
      order_number: order.order_number,
      payment_method: order.payment_method,
      ...(asked && makesRefunds(paymentProvider, order.provider) && { provider: paymentProvider.name }),
      paid: toRupees(order.paid),
      returned: toRupees(order.returned),
      left: toRupees(order.left),
      due: toRupees(order.due.reduce((sum, { left }) => sum + left, 0)),
      shipping: toRupees(order.shipping),
      items: order.items.map((item) => ({ ...item, left: item.left.map(toRupees) })),
      refunds: await listRefundsOf(db, id),
    };
  },

  adminRefund: async ({ context: { paymentProvider }, db, staff, params, body }) => {
    const actor = staffActor(staff);
    const { id: orderId, order_number } = await requireOrder(db, params.order_number);
    const wish = toWish(body);
    const { kind, form_id: formId, seen, by_hand } = body;
    const record = (tx: Tx, paise: number) => {
      const detail = { by: by_hand ? 'hand' : 'provider', kind, paise };
      return recordAudit(tx, { actor, action: 'refund', subject: `order:${order_number}`, detail });
    };
    const asker = { actor, formId, seen: seen === undefined ? undefined : toPaise(seen), record };
    if (by_hand) {
      const { to, reference } = by_hand;
      const row = await write(db, (tx) => recordHandRefund(tx, orderId, { wish, payee: to, reference }, asker));
      return { refunds: [describeHandRefund({ ...row, order_number })] };
    }
    const rows = await refundThroughProvider(db, paymentProvider, { orderId, wish, asker });
    const provider = paymentProvider?.name ?? '';
    return { refunds: rows.map((row) => describeProviderRefund({ ...row, order_number, provider })) };
  },

  adminRefundSent: ({ db, staff, params, body }) =>
    write(db, async (tx) => {
      const { row, isNew } = await markRefundSent(tx, params.id, body.reference);
      const order_number = await orderNumberOf(tx, row.order_id);
      const event = { action: 'refund sent', subject: `order:${order_number}`, detail: { paise: row.amount } };
      if (isNew) await recordAudit(tx, { actor: staffActor(staff), ...event });
      return describeHandRefund({ ...row, order_number });
    }),

  adminRefundTakeBack: ({ db, staff, params: { id } }) =>
    write(db, async (tx) => {
      const row = await takeBack(tx, id);
      const subject = `order:${await orderNumberOf(tx, row.order_id)}`;
      await recordAudit(tx, { actor: staffActor(staff), action: 'refund taken back', subject, detail: { paise: row.amount } });
      return { id };
    }),

  adminRefundAsk: async ({ context: { paymentProvider }, db, params }) => {
    const row = await findRequest(db, params.id);
    if (!row) throw unknownRefund();
    if (!makesRefunds(paymentProvider, row.provider)) throw new Refusal(409, `This shop cannot ask ${row.provider} for refunds`);
    await askForAll(db, [row], paymentProvider);
    const now = await findRequest(db, params.id);
    if (!now) throw unknownRefund();
    return describeProviderRefund(now);
  },

  adminRefundPayee: async ({ db, staff, params: { id } }) => {
    const to = await readPayee(db, id);
    if (!to) throw unknownRefund();
    const event = { actor: staffActor(staff), action: 'refund account shown', subject: `refund:${id}` };
    await write(db, (tx) => recordAudit(tx, event));
    return to;
  },
} satisfies Partial<AdminHandlers>;
