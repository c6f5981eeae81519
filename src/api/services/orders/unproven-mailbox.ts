import type { Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import { normaliseMailbox } from '#api/services/limits/email-mailbox.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { addressOf } from './find-order.ts';
import { sent } from './status-transitions.ts';

/** The most earlier orders that are searched for a mailbox. */
const MAX_SEARCHED = 50;

/** Whether the customer has verified this address, by a link or by a mailed code. */
async function isVerified(tx: Tx, { customer_id }: OrderRow, email: string): Promise<boolean> {
  const query = tx.selectFrom('customer').select('id').where('id', '=', customer_id).where('email', '=', email);
  const proven = query.where(({ or, eb }) => or([eb('email_verified_at', 'is not', null), eb('mailbox', '=', toMailbox(email))]));
  return (await proven.executeTakeFirst()) !== undefined;
}

/** Whether an order of the customer with this address has been sent: the owner has accepted it then. */
async function hasSentOrder(tx: Tx, { customer_id }: OrderRow, email: string): Promise<boolean> {
  const orders = await tx
    .selectFrom('orders')
    .select('address')
    .where('customer_id', '=', customer_id)
    .where('status', 'in', sent)
    .orderBy('id', 'desc')
    .limit(MAX_SEARCHED)
    .execute();
  const mailbox = normaliseMailbox(email);
  return orders.some((row) => normaliseMailbox(addressOf(row).email) === mailbox);
}

/**
 * Counts a mail about an unpaid order and returns whether it may be sent. Anyone can name another person's address in an order, so a mailbox
 * gets six of them a day, unless the customer has verified it or received an order with it. Paid orders are always mailed.
 */
export async function mayMailOrder(tx: Tx, order: OrderRow, email: string): Promise<boolean> {
  if (order.payment_status === 'paid' || !(await countAttempt(tx, 'orderMail', { account: email }))) return true;
  return (await isVerified(tx, order, email)) || hasSentOrder(tx, order, email);
}
