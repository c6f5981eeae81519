import type { Db } from '#api/database/schema/engine.ts';
import { readTimelineEvents } from '#api/services/orders/timeline-events.ts';
import { type CallResult, callResultNames } from '#lib/contract/admin/call-results.ts';
import type { AdminOrder } from '#lib/contract/admin/order.ts';
import { parseJson } from '#lib/rules/text.ts';
import { CALL_ACTION } from './call-results.ts';
import { readOrderNotes } from './notes.ts';

type TimelineEntry = NonNullable<AdminOrder['timeline']>[number];

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Actions of the audit log about an order, the oldest first. An edit and a note have an entry of their own. */
const readActions = (db: Db, orderNumber: string) =>
  db
    .selectFrom('audit_event')
    .select(['at', 'actor', 'action', 'detail'])
    .where('subject', '=', `order:${orderNumber}`)
    .where('action', 'like', 'order %')
    .where('action', 'not like', 'order edit %')
    .where('action', '<>', 'order note')
    .orderBy('id')
    .execute();

/** The words for an action of the audit log; of a call, what it came to. */
function describeAction({ action, detail }: { action: string; detail: string }): string {
  const result = action === CALL_ACTION ? (parseJson(detail) as { after?: CallResult } | undefined)?.after : undefined;
  return (result && callResultNames[result]) ?? capitalise(action.replace(/^order /, ''));
}

async function readStaffNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const staff = await db.selectFrom('staff').select(['id', 'name']).execute();
  return new Map(staff.map(({ id, name }) => [`staff:${id}`, name]));
}

/** What happened to an order and who did what, the newest first: its statuses, its edits, and what staff did. */
export async function readFullTimeline(
  db: Db,
  { id, order_number }: { id: number; order_number: string },
): Promise<TimelineEntry[]> {
  const names = await readStaffNames(db);
  const statuses = (await readTimelineEvents(db, [id])).map(
    ({ status, at, reason }): TimelineEntry => ({ at, text: capitalise(status), ...(reason && { detail: reason }) }),
  );
  const edits = (await readOrderNotes(db, id))
    .filter(({ kind }) => kind === 'change')
    .map(({ at, text, name }): TimelineEntry => ({ at, text: 'Order changed', detail: text, ...(name && { by: name }) }));
  const actions = (await readActions(db, order_number)).map(
    ({ at, actor, ...action }): TimelineEntry => ({
      at,
      text: describeAction(action),
      by: names.get(actor) ?? actor.replace(/^owner:/, ''),
    }),
  );
  return [...statuses, ...edits, ...actions].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}
