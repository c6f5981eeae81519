import type { Db, Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { shortHash } from '#api/services/hashing.ts';
import { requireOrder } from '#api/services/orders/find-order.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Who edits: their name in the audit log, and their id unless it is a command. */
export interface Editor {
  actor: string;
  staffId: number | null;
}

interface NewNote {
  kind: 'note' | 'change';
  staffId: number | null;
  text: string;
  /** See `keyOfForm`. */
  formKey?: string | undefined;
}

/** The key of what a form asks for: the same form with something else in it is another one. */
export const keyOfForm = (formId: string | undefined, content: unknown): string | undefined =>
  formId === undefined ? undefined : shortHash(JSON.stringify([formId, content]));

/** Stores a note about an order. */
export async function addOrderNote(tx: Tx, orderId: number, { kind, staffId, text, formKey }: NewNote): Promise<void> {
  await tx
    .insertInto('order_note')
    .values({ order_id: orderId, kind, staff_id: staffId, at: isoNow(), text, form_id: formKey ?? null })
    .execute();
}

/** What a form that was sent before has stored about an order; undefined for a new form. */
export async function findNoteOfForm(tx: Tx, orderId: number, formKey: string | undefined): Promise<string | undefined> {
  if (formKey === undefined) return undefined;
  const note = tx.selectFrom('order_note').select('text').where('form_id', '=', formKey).where('order_id', '=', orderId);
  return (await note.executeTakeFirst())?.text;
}

/** Adds a note of the shop, once for each form. Returns the order's number. Throws a `Refusal` (404) for an unknown order. */
export async function addShopNote(
  tx: Tx,
  orderNumber: string,
  { text, editor, formId }: { text: string; editor: Editor; formId?: string | undefined },
): Promise<string> {
  const { id, order_number } = await requireOrder(tx, orderNumber);
  const formKey = keyOfForm(formId, text);
  if ((await findNoteOfForm(tx, id, formKey)) !== undefined) return order_number;
  await addOrderNote(tx, id, { kind: 'note', staffId: editor.staffId, text, formKey });
  await recordAudit(tx, { actor: editor.actor, action: 'order note', subject: `order:${order_number}` });
  return order_number;
}

/** The notes and changes of an order, the oldest first, with the name of who wrote them. */
export const readOrderNotes = (db: Db, orderId: number) =>
  db
    .selectFrom('order_note')
    .leftJoin('staff', 'staff.id', 'order_note.staff_id')
    .select(['kind', 'at', 'text', 'name'])
    .where('order_id', '=', orderId)
    .orderBy('order_note.id')
    .execute();
