import { isOnTheWay, listNextStatuses } from '#api/services/orders/status-transitions.ts';
import { DELIVERED_CORRECTION_DAYS } from '#lib/contract/lifetimes.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_PLACED,
  ORDER_RETURNED,
  type OrderStatus,
  PAYMENT_PENDING,
} from '#lib/contract/order-status.ts';
import type { Shipment } from '#lib/contract/orders.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';

export type StagedChange =
  | { kind: 'confirm' }
  | { kind: 'pack' }
  | { kind: 'dispatch'; shipment?: Shipment | undefined }
  | { kind: 'out_for_delivery' }
  | { kind: 'deliver' }
  | { kind: 'return'; restock: boolean; reason?: string | undefined }
  | { kind: 'cancel'; reason?: string | undefined }
  /** Corrects a wrong "delivered": the order is still on its way, or was returned. */
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

export interface OrderState {
  status: OrderStatus;
  isPacked: boolean;
  /** When it was delivered last (ISO 8601). */
  deliveredAt: string | undefined;
  isRemitted?: boolean;
}

/** Says what an order is, for a change that comes too late or too early. */
function describeState({ status, isPacked }: OrderState): string {
  if (status === PAYMENT_PENDING) return 'It waits for its payment.';
  if (status === ORDER_PLACED) return 'Confirm it first.';
  if (status === ORDER_CONFIRMED) return isPacked ? 'It is packed already.' : 'It is confirmed already.';
  if (status === ORDER_DELIVERED) return 'It has been delivered already.';
  if (status === ORDER_RETURNED) return 'It has come back already.';
  if (status === ORDER_CANCELLED) return 'It has been cancelled.';
  return status === ORDER_OUT_FOR_DELIVERY ? 'It is out for delivery already.' : 'It has been shipped already.';
}

/** Whether each kind of change is possible. Steps are not skipped here, as commands and programs may. */
const isPossible: Record<StagedKind, (state: OrderState) => boolean> = {
  confirm: ({ status }) => status === ORDER_PLACED,
  pack: ({ status, isPacked }) => status === ORDER_CONFIRMED && !isPacked,
  dispatch: ({ status }) => status === ORDER_CONFIRMED,
  out_for_delivery: ({ status }) => isOnTheWay(status) && status !== ORDER_OUT_FOR_DELIVERY,
  deliver: ({ status }) => isOnTheWay(status),
  return: ({ status }) => isOnTheWay(status),
  cancel: ({ status }) => listNextStatuses(status).includes(ORDER_CANCELLED),
  correct: ({ status, deliveredAt, isRemitted }) =>
    status === ORDER_DELIVERED &&
    !isRemitted &&
    deliveredAt !== undefined &&
    deliveredAt >= isoAgo(DELIVERED_CORRECTION_DAYS * DAY_MS),
};

/** The kinds of changes that an order in this state allows. */
export const listPossible = (state: OrderState): StagedKind[] =>
  (Object.keys(isPossible) as StagedKind[]).filter((kind) => isPossible[kind](state));

const afterDispatch: readonly StagedKind[] = ['out_for_delivery', 'deliver'];

/** Why an order cannot be changed so; undefined when it can. */
export function refuseChange(kind: StagedKind, state: OrderState): string | undefined {
  if (isPossible[kind](state)) return undefined;
  if (kind === 'correct' && state.isRemitted) return 'Its courier has paid for it, so it has been delivered. Refund it instead.';
  if (kind === 'correct' && state.status === ORDER_DELIVERED)
    return `It was delivered more than ${DELIVERED_CORRECTION_DAYS} days ago.`;
  if (kind === 'correct') return 'It has not been delivered.';
  if (kind === 'return' && (state.status === ORDER_PLACED || state.status === ORDER_CONFIRMED))
    return 'It has not been shipped. Cancel it instead.';
  if (afterDispatch.includes(kind) && state.status === ORDER_CONFIRMED) return 'Ship it first.';
  return describeState(state);
}
