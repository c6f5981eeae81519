import { ORDER_PLACED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';

/**
 * The steps of an order that its shopper sees, oldest first: without those of a payment attempt, such as a failed one before the order was
 * placed. The last step is always among them, since it is the order's status.
 */
export function shownSteps<Step extends { status: string }>(timeline: readonly Step[]): Step[] {
  const placed = timeline.findLastIndex(({ status }) => status === ORDER_PLACED);
  return timeline.filter(({ status }, i) => i >= placed && (status !== PAYMENT_PENDING || i === timeline.length - 1));
}

/** Converts words joined by underscores or spaces to title case (specification, entities): "order_history" → "Order History". */
export function toTitleCase(label: string): string {
  return label
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}
