import { adminActionCall } from '#lib/contract/admin/orders.ts';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { AdminPage } from './admin-page.ts';

/** What the form before this page has done, which `done` of the address names; undefined for nothing. */
export async function findActionOfQuery(page: AdminPage): Promise<ReplyOf<typeof adminActionCall>['data'] | undefined> {
  const action = page.url.searchParams.get('done');
  if (!action || !/^\d{1,15}$/.test(action)) return undefined;
  return (await page.find(adminActionCall, { params: { action } }))?.data;
}
