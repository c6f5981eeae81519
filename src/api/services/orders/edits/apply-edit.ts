import { lockCustomer, lockStock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { deductStock, restoreStock } from '#api/services/catalogue/stock.ts';
import { recordOrderEvent } from '#api/services/events/order-events.ts';
import { replaceInvoice } from '#api/services/invoices/replace-invoice.ts';
import { enqueueOrderMail, ordersLink } from '#api/services/messages/enqueue-customer-mail.ts';
import type { MailBlock } from '#api/services/messages/render-mail.ts';
import { addressOf } from '#api/services/order-address.ts';
import { setOrderAddress } from '#api/services/orders/find/index-order.ts';
import { requireOrder } from '#api/services/orders/find-order.ts';
import { deliveryLine, orderTable } from '#api/services/orders/order-mail-parts.ts';
import {
  type ChangedOrder,
  listChanged,
  type PaymentDifference,
  settleDifference,
  storeRemaining,
} from '#api/services/orders/order-totals.ts';
import { readOrderItems } from '#api/services/orders/read-orders.ts';
import { settleStaged } from '#api/services/orders/staged/stage.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { GuardedRule } from '#api/services/shipping/guard-rule.ts';
import { type AskedRule, askRule } from '#api/services/shipping/quote-delivery.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { EditPreview, OrderEdit } from '#lib/contract/admin/order.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise, toPaise, toRupees } from '#lib/rules/money.ts';
import type { Amounts } from '#lib/rules/totals.ts';
import type { EditedItem } from './edit-items.ts';
import { addOrderNote, type Editor, findNoteOfForm, keyOfForm } from './notes.ts';
import { type AskAboutLines, type EditPlan, editedFirst, planEdit } from './plan-edit.ts';

export interface EditRequest {
  orderNumber: string;
  edit: OrderEdit;
  editor: Editor;
  /** What was seen before; a command that shows nothing leaves it out. */
  seen?: { total: string; state: string } | undefined;
  formId?: string | undefined;
}

export interface EditedOrder {
  order_number: string;
  /** Rupees. */
  total: string;
  text: string;
}

/** The amounts of an order on the wire. */
export const toWireTotals = ({ items, discount, prepaidDiscount, shipping, codFee, total }: Amounts): EditPreview['before'] => ({
  items: toRupees(items),
  discount: toRupees(discount),
  prepaid_discount: toRupees(prepaidDiscount),
  shipping: toRupees(shipping),
  cod_fee: toRupees(codFee),
  total: toRupees(total),
});

function splitAmounts(plan: EditPlan) {
  const [edited, ...others] = editedFirst(plan);
  if (!edited) throw new Error(`${plan.order.order_number} is no order of its checkout`);
  return { edited, others: others.filter(({ before, after }) => before.total !== after.total) };
}

function describeOutcome(plan: EditPlan): string {
  const { difference, order } = plan;
  const { edited } = splitAmounts(plan);
  if (difference.refunded > 0) return `${formatPaise(difference.refunded)} will be returned to the customer.`;
  if (difference.due > 0)
    return `${formatPaise(difference.due)} is due from the customer: collect it on delivery, or send a payment link.`;
  if (edited.before.total === edited.after.total) return 'The total stays the same.';
  return order.payment_method === 'cod'
    ? `${formatPaise(edited.after.total)} is to be collected on delivery.`
    : 'Nothing is due, and nothing is to be returned.';
}

/** Works out what an edit would cost, without making it. Throws a `Refusal` like `planEdit`. */
export async function previewEdit(
  db: Db,
  rule: GuardedRule | undefined,
  orderNumber: string,
  edit: OrderEdit,
): Promise<EditPreview> {
  const plan = await planEdit(db, orderNumber, edit, (pincode, lines) => askRule(rule, pincode, lines));
  const { edited, others } = splitAmounts(plan);
  return {
    order_number: plan.order.order_number,
    summary: plan.summary.todo,
    before: toWireTotals(edited.before),
    after: toWireTotals(edited.after),
    outcome: describeOutcome(plan),
    refund: toRupees(plan.difference.refunded),
    due: toRupees(plan.difference.due),
    warnings: plan.warnings,
    others: others.map(({ order_number, before, after }) => ({
      order_number,
      before: toRupees(before.total),
      after: toRupees(after.total),
    })),
    state: plan.state,
  };
}

/** Throws a `Refusal` (409) when the edit would come to something else than was seen. */
function requireSeen(plan: EditPlan, { total, state }: { total: string; state: string }): void {
  if (state !== plan.state || toPaise(total) !== splitAmounts(plan).edited.after.total)
    throw new Refusal(409, 'The order has changed meanwhile. Look at it once more.', { code: 'total_changed' });
}

async function storeItems(tx: Tx, orderId: number, items: readonly EditedItem[]): Promise<void> {
  const kept = items.flatMap(({ id }) => id ?? []);
  let gone = tx.deleteFrom('order_item').where('order_id', '=', orderId);
  if (kept.length > 0) gone = gone.where('id', 'not in', kept);
  await gone.execute();
  for (const { id, product_id, variant_id, product_name, product_variation, option_name, picture, quantity, price } of items) {
    const row = { product_id, variant_id, product_name, product_variation, option_name, picture, quantity, price };
    if (id === undefined)
      await tx
        .insertInto('order_item')
        .values({ order_id: orderId, ...row })
        .execute();
    else await tx.updateTable('order_item').set(row).where('id', '=', id).execute();
  }
}

/** Takes and gives back the stock of an edit. Throws a `Refusal` (409) when it has been sold meanwhile. */
async function moveStock(tx: Tx, { given, taken }: NonNullable<EditPlan['changes']>): Promise<void> {
  await lockStock(
    tx,
    [...given, ...taken].map(({ product_id }) => product_id),
  );
  const unavailable = await deductStock(tx, taken);
  if (unavailable) throw new Refusal(409, `${unavailable.name} is sold out.`);
  await restoreStock(tx, given);
}

async function storeChanges(tx: Tx, { order, changes, moved, charges, remaining }: EditPlan): Promise<void> {
  if (changes) {
    await moveStock(tx, changes);
    await storeItems(tx, order.id, changes.items);
    const quantity = changes.items.reduce((sum, item) => sum + item.quantity, 0);
    await tx.updateTable('orders').set({ quantity }).where('id', '=', order.id).execute();
  }
  if (moved) for (const { id } of moved.orders) await setOrderAddress(tx, id, moved.address);
  if (moved?.deliverBy) {
    const ids = moved.orders.map(({ id }) => id);
    await tx.updateTable('orders').set({ deliver_by: moved.deliverBy }).where('id', 'in', ids).execute();
  }
  if (charges) {
    await tx
      .updateTable('checkout')
      .set({ shipping_charge: charges.shipping, free_shipping_from: charges.freeFrom })
      .where('id', '=', order.checkout_id)
      .execute();
  }
  await storeRemaining(tx, order.checkout_id, remaining);
}

/** What an edit names in the audit log: no address, name or contact. */
const auditOf = (edit: OrderEdit) =>
  edit.kind === 'address' ? { pincode: edit.address.pincode } : { ...edit, kind: undefined, reason: undefined };

async function tell(tx: Tx, plan: EditPlan, { editor, formId }: EditRequest): Promise<string> {
  const { order, edit, difference } = plan;
  const { edited, others } = splitAmounts(plan);
  const [before, after] = [edited.before.total, edited.after.total];
  const text = [
    plan.summary.done,
    before === after ? '' : `Total ${formatPaise(before)} → ${formatPaise(after)}.`,
    difference.refunded > 0 ? `${formatPaise(difference.refunded)} to return.` : '',
    difference.due > 0 ? `${formatPaise(difference.due)} due.` : '',
  ]
    .filter(Boolean)
    .join(' ');
  await addOrderNote(tx, order.id, {
    kind: 'change',
    staffId: editor.staffId,
    text,
    formKey: keyOfForm(formId, edit),
  });
  await recordAudit(tx, {
    actor: editor.actor,
    action: `order edit ${edit.kind.replace('_', ' ')}`,
    subject: `order:${order.order_number}`,
    detail: { before: toRupees(before), after: toRupees(after), ...auditOf(edit) },
  });
  const row = await requireOrder(tx, order.order_number);
  recordOrderEvent(tx, 'order.changed', row);
  await notifyOrderChanged(tx, row, {
    difference,
    changed: listChanged(others),
  });
  return text;
}

/**
 * Changes an order that has not been shipped: items, stock, totals of the checkout's orders, invoice, refund or what is due; and tells the
 * customer. What staff have staged is applied first. A form that is sent again does nothing and answers as at first. Throws a `Refusal` like
 * `planEdit`, and 409 when it comes to something else than was seen.
 */
async function editLockedOrder(tx: Tx, request: EditRequest, ask: AskAboutLines): Promise<EditedOrder> {
  const { orderNumber, edit, seen, formId } = request;
  const { id: orderId, customer_id } = await requireOrder(tx, orderNumber);
  await lockCustomer(tx, customer_id);
  await settleStaged(tx, [orderId]);
  const order = await requireOrder(tx, orderNumber);
  const earlier = await findNoteOfForm(tx, order.id, keyOfForm(formId, edit));
  if (earlier) return { order_number: order.order_number, total: toRupees(order.final_amount), text: earlier };
  const plan = await planEdit(tx, orderNumber, edit, ask);
  if (seen) requireSeen(plan, seen);
  await storeChanges(tx, plan);
  await settleDifference(tx, order.checkout_id, editedFirst(plan));
  const invoiced = plan.moved?.orders ?? [order];
  for (const { id } of invoiced) await replaceInvoice(tx, id);
  const text = await tell(tx, plan, request);
  return { order_number: order.order_number, total: toRupees(splitAmounts(plan).edited.after.total), text };
}

/** As `editLockedOrder`, in a transaction of its own; the shop's rule, which may take seconds, is asked before it. */
export async function editOrder(db: Db, rule: GuardedRule | undefined, request: EditRequest): Promise<EditedOrder> {
  let asked: AskedRule | undefined;
  if (rule) {
    await planEdit(db, request.orderNumber, request.edit, async (pincode, lines) => {
      asked = await askRule(rule, pincode, lines);
      return asked;
    });
  }
  return write(db, (tx) => editLockedOrder(tx, request, async () => asked));
}

const describeDifference = ({ refunded, due }: PaymentDifference): string[] => [
  ...(refunded > 0 ? [t('{amount} will be returned to you the way you paid.', { amount: formatPaise(refunded) })] : []),
  ...(due > 0
    ? [t('{amount} is still to be paid: on delivery, or by a link that the shop sends you.', { amount: formatPaise(due) })]
    : []),
];

/** Notifies the customer that the shop has changed an order. Part of the transaction that changes it; `order` is as it is then. */
async function notifyOrderChanged(
  tx: Tx,
  order: OrderRow,
  { difference, changed }: { difference: PaymentDifference; changed: readonly ChangedOrder[] },
): Promise<void> {
  const settings = await readSettings(tx);
  const to = addressOf(order);
  const sentences = [
    t('The shop has changed your order {order}. This is what we are sending you now:', { order: order.order_number }),
  ];
  const after = [
    ...describeDifference(difference),
    ...changed.map((other) =>
      t('Your order {order} now costs {amount}.', { order: other.order_number, amount: formatPaise(other.final_amount) }),
    ),
    t('If you did not agree to this, please reply to this mail.'),
  ];
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: sentences.join(' ') },
    orderTable(order, await readOrderItems(tx, [order.id])),
    { kind: 'paragraph', text: deliveryLine(to) },
    { kind: 'paragraph', text: after.join(' ') },
    ordersLink,
  ];
  await enqueueOrderMail(tx, settings, {
    to,
    subject: t('Your order {order} at {shop} has been changed', { order: order.order_number, shop: settings.store_name }),
    title: t('Your order has been changed'),
    blocks,
  });
}
