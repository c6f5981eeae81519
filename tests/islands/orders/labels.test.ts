import { expect, test } from 'vitest';
import { cancelReasonLabels } from '#islands/orders/cancel/cancel-reason-labels.ts';
import { toTitleCase } from '#islands/orders/order-timeline.ts';
import { paymentStatusLabels, statusLabel } from '#islands/orders/status-labels.ts';
import { orderStatuses } from '#lib/contract/order-status.ts';
import { cancelReasons } from '#lib/contract/orders.ts';

test('a status is shown in title case, also one of another store', () => {
  const statuses = [...orderStatuses, 'packed_by robots', 'constructor'];
  expect(statuses.map(statusLabel)).toEqual(statuses.map(toTitleCase));
});

test('the status of a payment is shown in title case', () => {
  expect(Object.values(paymentStatusLabels)).toEqual(Object.keys(paymentStatusLabels).map(toTitleCase));
});

test('reasons to cancel are shown as specified', () => {
  expect(cancelReasons.map((reason) => cancelReasonLabels[reason])).toEqual(cancelReasons);
});
