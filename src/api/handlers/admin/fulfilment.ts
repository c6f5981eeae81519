import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { recordAudit } from '#api/services/audit.ts';
import { formatCourierFile } from '#api/services/courier-files/format-courier-file.ts';
import { applyShipping, previewShipping } from '#api/services/orders/parcels/apply-shipping.ts';
import { removeParcel, setParcel } from '#api/services/orders/parcels/change-parcels.ts';
import { courierNames } from '#api/services/orders/parcels/couriers.ts';
import { readHandledOrders, requireHandledOrder } from '#api/services/orders/parcels/handled-orders.ts';
import { readParcels } from '#api/services/orders/parcels/parcels.ts';
import { readPrintedOrders } from '#api/services/orders/parcels/printed-orders.ts';
import { readAwbFile, readAwbText } from '#api/services/orders/parcels/read-awb-list.ts';
import { readOrdersToShip, readOrderToPack } from '#api/services/orders/parcels/read-handled.ts';
import { stageOne } from '#api/services/orders/staged/stage.ts';
import { makePrint } from '#api/services/prints/make-print.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import { withTemporaryFile } from '#api/services/temporary-file.ts';

/** The parcels of an order. Throws a `Refusal` (404) for one that this member of staff may not see. */
async function showParcels(db: Db, staff: Staff, orderNumber: string) {
  const { id, order_number } = await requireHandledOrder(db, staff, orderNumber);
  return { order_number, parcels: (await readParcels(db, [id])).get(id) ?? [], couriers: [...courierNames] };
}

/** The ids of orders that are printed. Throws a `Refusal` (404) when one is not there, or not for this member of staff. */
async function requireOrders(db: Db, staff: Staff, numbers: readonly string[]): Promise<number[]> {
  const orders = await readHandledOrders(db, staff, numbers);
  if (orders.length < new Set(numbers.map((number) => number.trim().toUpperCase())).size)
    throw new Refusal(404, 'One of these orders is not there, or is not yours to pack.');
  return orders.map(({ id }) => id);
}

export const fulfilmentAdminHandlers = {
  adminParcels: ({ db, staff, params }) => showParcels(db, staff, params.order_number),

  adminSetParcel: async ({ db, staff, body }) => {
    await write(db, (tx) => setParcel(tx, staff, body));
    return showParcels(db, staff, body.order_number);
  },

  adminRemoveParcel: async ({ db, staff, body }) => {
    await write(db, (tx) => removeParcel(tx, staff, body.order_number, body.id));
    return showParcels(db, staff, body.order_number);
  },

  adminShipList: async ({ db, staff, body: { text = '', file, orders: shown, courier, apply, form_id: formId } }) => {
    if (!text.trim() && !file) throw refuseField('text', 'Paste a list, or choose a file.');
    const list = file ? await withTemporaryFile(Buffer.from(file, 'base64'), readAwbFile) : readAwbText(text);
    const listContext = { shown, courier: courier || undefined };
    if (!apply) return { lines: (await previewShipping(db, staff, list, listContext)).lines, applied: false };
    const { lines, actionId } = await write(db, (tx) => applyShipping(tx, staff, list, { ...listContext, formId }));
    return { lines, applied: true, ...(actionId !== undefined && { action_id: actionId }) };
  },

  adminToShip: async ({ db }) => ({ ...(await readOrdersToShip(db)), couriers: [...courierNames] }),

  adminToPack: ({ db, staff, params }) => readOrderToPack(db, staff, params),

  adminPacked: ({ db, staff, body }) =>
    write(db, async (tx) => {
      const { order_number } = await requireHandledOrder(tx, staff, body.order_number);
      return stageOne(tx, staff, order_number, { kind: 'pack' }, body.form_id);
    }),

  adminCourierFile: async ({ db, staff, ipAddress, body: { orders, format, pickup } }) => {
    const ids = await requireOrders(db, staff, orders);
    const text = formatCourierFile(await readPrintedOrders(db, ids), format, pickup);
    const detail = { format, orders: ids.length };
    await write(db, (tx) => recordAudit(tx, { actor: staffActor(staff), action: 'courier file', ipAddress, detail }));
    return { file_name: `${format}-${ids.length}.csv`, text };
  },

  adminPrint: async ({ db, staff, ipAddress, body: { orders, kind, paper, without_prices: withoutPrices } }) => {
    const ids = await requireOrders(db, staff, orders);
    return write(db, async (tx) => {
      const detail = { orders: ids.length };
      await recordAudit(tx, { actor: staffActor(staff), action: `print ${kind}`, ipAddress, detail });
      return makePrint(tx, kind, ids, { paper, withoutPrices: withoutPrices || staff.role !== 'owner' });
    });
  },
} satisfies Partial<AdminHandlers>;
