import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { editOrder } from '#api/services/orders/edits/apply-edit.ts';
import { recordCallResult } from '#api/services/orders/edits/call-results.ts';
import { addShopNote } from '#api/services/orders/edits/notes.ts';
import { Refusal } from '#api/services/refusal.ts';
import { CommandFailed, UsageError } from '#cli/process/command-errors.ts';
import { userName } from '#cli/process/denied.ts';
import type { CallResult } from '#lib/contract/admin/call-results.ts';

/** Options of `store order` that change an order beside its status. */
export interface EditFlags {
  note?: string;
  call?: CallResult;
  /** Which item, 1 for the first. */
  cancelPart?: number;
  units?: number;
  reason?: string;
}

const editor = () => ({ actor: `owner:${userName()}`, staffId: null });

/** The item at a position of an order. Throws `CommandFailed`. */
async function findItem(db: Db, orderId: number, position: number): Promise<number> {
  const items = await db.selectFrom('order_item').select('id').where('order_id', '=', orderId).orderBy('id').execute();
  const item = items[position - 1];
  if (!item) throw new CommandFailed(`The order has items 1 to ${items.length}: name one by its place, such as --cancel-part 1`);
  return item.id;
}

/** Makes a change of an order. Throws `CommandFailed` when the order does not allow it. */
async function attempt(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (error instanceof Refusal) throw new CommandFailed(error.message);
    throw error;
  }
}

/** Adds a note to an order, records a call, and cancels units of an item. Throws `CommandFailed` when the order does not allow it. */
export async function editOrderByFlags(
  db: Db,
  { order_id, order_number }: { order_id: number; order_number: string },
  { note, call, cancelPart, units = 1, reason }: EditFlags,
): Promise<void> {
  if (note !== undefined && !note.trim()) throw new UsageError('--note needs a text');
  if (note) await write(db, (tx) => addShopNote(tx, order_number, { text: note.trim(), editor: editor() }));
  if (call) await attempt(() => write(db, (tx) => recordCallResult(tx, order_number, { result: call, editor: editor() })));
  if (cancelPart === undefined) return;
  const edit = { kind: 'cancel_part', item_id: await findItem(db, order_id, cancelPart), quantity: units, reason } as const;
  await attempt(() => editOrder(db, undefined, { orderNumber: order_number, edit, editor: editor() }));
}
