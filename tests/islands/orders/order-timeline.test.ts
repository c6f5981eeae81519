import { expect, test } from 'vitest';
import { shownSteps } from '#islands/orders/order-timeline.ts';
import {
  ORDER_CANCELLED as cancelled,
  ORDER_DELIVERED as delivered,
  PAYMENT_PENDING as pending,
  ORDER_PLACED as placed,
} from '#lib/contract/order-status.ts';

const steps = (...statuses: Parameters<typeof shownSteps>[0][number]['status'][]) =>
  shownSteps(statuses.map((status) => ({ status }))).map(({ status }) => status);

test.for([
  ['paid at once', [pending, placed], [placed]],
  ['paid on delivery after a failed payment', [pending, cancelled, placed], [placed]],
  ['paid at the third attempt', [pending, cancelled, pending, cancelled, placed, delivered], [placed, delivered]],
  ['cancelled by the shopper', [pending, placed, cancelled], [placed, cancelled]],
  ['that awaits its payment', [pending], [pending]],
  ['whose payment failed', [pending, cancelled], [cancelled]],
  ['paid on delivery', [placed, delivered], [placed, delivered]],
  ['of a store that says nothing', [], []],
] as const)('the timeline of an order %s has no steps of a payment attempt', ([, all, shown]) => {
  expect(steps(...all)).toEqual(shown);
});
