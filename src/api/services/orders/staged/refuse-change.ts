import { isDispatched, listNextStatuses } from '#api/services/orders/status-transitions.ts';
import { DELIVERED_CORRECTION_DAYS } from '#lib/contract/lifetimes.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_PLACED,
  ORDER_RETURNED,
  type OrderStatus,
  PAYMENT_PENDING,
} from '#lib/contract/order-status.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import type { StagedKind } from './staged-change.ts';

/** What decides whether an order can be changed. */
export interface OrderState {
  status: OrderStatus;
  isPacked: boolean;
  /** When it was delivered last (ISO 8601). */
  deliveredAt: string | undefined;
  /** Whether its courier has paid the cash that was collected for it. */
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

const isOnItsWay = ({ status }: OrderState): boolean =>
  isDispatched(status) && status !== ORDER_DELIVERED && status !== ORDER_RETURNED;

/** Whether each kind of change is possible. Steps are not skipped here, as commands and programs may. */
const isPossible: Record<StagedKind, (state: OrderState) => boolean> = {
  confirm: ({ status }) => status === ORDER_PLACED,
  pack: ({ status, isPacked }) => status === ORDER_CONFIRMED && !isPacked,
  dispatch: ({ status }) => status === ORDER_CONFIRMED,
  out_for_delivery: (state) => isOnItsWay(state) && state.status !== ORDER_OUT_FOR_DELIVERY,
  deliver: isOnItsWay,
  return: isOnItsWay,
  cancel: ({ status }) => listNextStatuses(status).includes(ORDER_CANCELLED),
  correct: ({ status, deliveredAt, isRemitted }) =>
    status === ORDER_DELIVERED &&
    !isRemitted &&
    deliveredAt !== undefined &&
    deliveredAt >= isoAgo(DELIVERED_CORRECTION_DAYS * DAY_MS),
};

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
