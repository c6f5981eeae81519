import { write } from '#api/database/transaction.ts';
import { findOrder } from '#api/services/orders/read-orders.ts';
import { recordHandRefund } from '#api/services/payments/refunds/hand-refunds.ts';
import { listRefundsOf } from '#api/services/payments/refunds/list-refunds.ts';
import { type RefundWish, readRefundable } from '#api/services/payments/refunds/refundable.ts';
import { type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { userName } from '#cli/process/denied.ts';
import { makeRefund } from '#cli/refunds/make-refund.ts';
import { withStore } from '#cli/store/open-store.ts';
import { toRupees } from '#lib/rules/money.ts';

interface RefundFlags extends OutputOptions {
  /** Paise. */
  amount?: number;
  /** Such as "2" or "2:1": the second item of the order, and how many units of it. */
  item?: string[];
  shipping?: boolean;
  reason?: string;
  byHand?: string;
}

/** The items that are named by their places in the order. Throws a `UsageError`. */
function readUnits(named: readonly string[], items: readonly { id: number; left: readonly number[] }[]): Record<string, number> {
  const units: Record<string, number> = {};
  for (const text of named) {
    const [, place, count] = /^(\d{1,3})(?::(\d{1,6}))?$/.exec(text) ?? [];
    const item = items[Number(place) - 1];
    if (!item) throw new UsageError(`--item "${text}" is no item of the order: write its place, such as 1, or 1:2 for two units`);
    units[item.id] = count === undefined ? item.left.length : Number(count);
  }
  return units;
}

/** Returns money of an order: through its payment provider, or recorded as sent by hand. */
export async function refundOrder(orderNumber: string, flags: RefundFlags): Promise<void> {
  const { amount, item = [], shipping = false, reason, byHand } = flags;
  const isByItem = item.length > 0 || shipping;
  if (amount !== undefined && isByItem) throw new UsageError('--amount excludes --item and --shipping');
  if (amount === 0) throw new UsageError('--amount must be more than 0');
  const result = await withStore(async (db) => {
    const order = await findOrder(db, orderNumber);
    if (!order) throw new CommandFailed(`There is no order "${orderNumber}"`);
    const { items } = await readRefundable(db, order.order_id);
    const wish: RefundWish = isByItem
      ? { kind: 'items', of: { units: readUnits(item, items), shipping }, reason }
      : amount === undefined
        ? { kind: 'due' }
        : { kind: 'amount', amount, reason };
    if (byHand === undefined) await makeRefund(db, order, wish);
    else
      await write(db, (tx) =>
        recordHandRefund(tx, order.order_id, { wish, payee: undefined, reference: byHand }, { actor: `owner:${userName()}` }),
      );
    const { paid, returned, left } = await readRefundable(db, order.order_id);
    return {
      order_number: order.order_number,
      paid: toRupees(paid),
      returned: toRupees(returned),
      left: toRupees(left),
      refunds: await listRefundsOf(db, order.order_id),
    };
  });
  print(result, flags, () =>
    [
      `${result.order_number}: ${result.returned} of ${result.paid} is returned or on its way, ${result.left} is left`,
      ...result.refunds.map(
        ({ id, amount: rupees, by, state, reference }) =>
          `  ${rupees} by ${by}: ${state}${reference ? `, ${reference}` : ''} (${id})`,
      ),
    ].join('\n'),
  );
}
