import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_RETURNED,
  type OrderStatus,
} from '#lib/contract/order-status.ts';
import type { Shipment } from '#lib/contract/orders.ts';

/** What members of staff can do to an order in a click. */
export type StagedChange =
  | { kind: 'confirm' }
  | { kind: 'pack' }
  | { kind: 'dispatch'; shipment?: Shipment | undefined }
  | { kind: 'out_for_delivery' }
  | { kind: 'deliver' }
  | { kind: 'return'; restock: boolean; reason?: string | undefined }
  | { kind: 'cancel'; reason?: string | undefined }
  /** Takes back that an order was delivered: it is on its way still, or has come back. */
  | { kind: 'correct'; to: 'dispatched' | 'out_for_delivery' }
  | { kind: 'correct'; to: 'returned'; restock: boolean };

export type StagedKind = StagedChange['kind'];

const statuses = {
  confirm: ORDER_CONFIRMED,
  pack: undefined,
  dispatch: ORDER_DISPATCHED,
  out_for_delivery: ORDER_OUT_FOR_DELIVERY,
  deliver: ORDER_DELIVERED,
  return: ORDER_RETURNED,
  cancel: ORDER_CANCELLED,
} as const;

const corrected = { dispatched: ORDER_DISPATCHED, out_for_delivery: ORDER_OUT_FOR_DELIVERY, returned: ORDER_RETURNED } as const;

/** The status that a change gives to an order; undefined for the mark "packed". */
export const statusAfter = (change: StagedChange): OrderStatus | undefined =>
  change.kind === 'correct' ? corrected[change.to] : statuses[change.kind];
