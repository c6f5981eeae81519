import type { Cells } from './match-columns.ts';

/** Why the first row of a product says it is not for sale; undefined when it is. */
export function findSkipReason(cells: Cells): string | undefined {
  const status = cells.status.toLowerCase();
  if (status !== '' && status !== 'active') return status;
  if (/^(?:false|no|0)$/i.test(cells.published)) return 'unpublished';
  if (/^(?:true|yes|1)$/i.test(cells.giftCard)) return 'gift card';
  return undefined;
}
