import { UsageError } from '#cli/process/command.ts';
import { type OrderStatus, orderStatuses } from '#lib/contract/order-status.ts';

/** Finds a status by its full text or an unambiguous part of it. Throws a `UsageError`. */
export function readStatus(text: string): OrderStatus {
  const query = text.trim().toLowerCase();
  const exact = orderStatuses.find((status) => status === query);
  if (exact) return exact;
  const [status, ...others] = orderStatuses.filter((candidate) => query !== '' && candidate.includes(query));
  if (status && others.length === 0) return status;
  throw new UsageError(`"${text}" is not an order status. Statuses are: ${orderStatuses.join(', ')}`);
}
