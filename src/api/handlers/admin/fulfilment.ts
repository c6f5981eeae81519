import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { readIpAddress } from '#api/handlers/http/read-ip-address.ts';
import { recordAudit } from '#api/services/audit.ts';
import { formatCourierFile } from '#api/services/courier-files/format-courier-file.ts';
import { applyShipping, previewShipping } from '#api/services/orders/parcels/apply-shipping.ts';
import { removeParcel, setParcel } from '#api/services/orders/parcels/change-parcels.ts';
import { courierNames } from '#api/services/orders/parcels/couriers.ts';
import { readHandledOrders } from '#api/services/orders/parcels/handled-orders.ts';
import { readParcels } from '#api/services/orders/parcels/parcels.ts';
import { readPrintedOrders } from '#api/services/orders/parcels/printed-orders.ts';
import { readAwbBytes, readAwbText } from '#api/services/orders/parcels/read-awb-list.ts';
import { readOrdersToShip, readOrderToPack } from '#api/services/orders/parcels/read-handled.ts';
import { stageChanges } from '#api/services/orders/staged/stage.ts';
import { makePrint } from '#api/services/prints/make-print.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import type { fulfilmentAdminCalls, OrderParcels } from '#lib/contract/admin/fulfilment.ts';

/** The parcels of an order. Throws a `Refusal` (404) for one that this member of staff may not see. */
async function showParcels(db: Db, staff: Staff, orderNumber: string): Promise<OrderParcels> {
  const [order] = await readHandledOrders(db, staff, [orderNumber]);
  if (!order) throw new Refusal(404, 'There is no such order.');
  const parcels = (await readParcels(db, [order.id])).get(order.id) ?? [];
  return { order_number: order.order_number, parcels, couriers: [...courierNames] };
}

/** The ids of orders that are printed. Throws a `Refusal` (404) when one is not there, or not for this member of staff. */
async function requireOrders(db: Db, staff: Staff, numbers: readonly string[]): Promise<number[]> {
  const orders = await readHandledOrders(db, staff, numbers);
  if (orders.length < new Set(numbers.map((number) => number.trim().toUpperCase())).size)
    throw new Refusal(404, 'One of these orders is not there, or is not yours to pack.');
  return orders.map(({ id }) => id);
}

export const fulfilmentAdminHandlers: AdminHandlers<typeof fulfilmentAdminCalls> = {
  adminParcels: async (request) => ({
    success: true,
    data: await showParcels(request.context.db, requireStaff(request), request.params.order_number),
  }),

  adminSetParcel: async (request) => {
    const { context, body } = request;
    const staff = requireStaff(request);
    await write(context.db, (tx) => setParcel(tx, staff, body));
    return { success: true, data: await showParcels(context.db, staff, body.order_number) };
  },

  adminRemoveParcel: async (request) => {
    const { context, body } = request;
    const staff = requireStaff(request);
    await write(context.db, (tx) => removeParcel(tx, staff, body.order_number, body.id));
    return { success: true, data: await showParcels(context.db, staff, body.order_number) };
  },

  adminShipList: async (request) => {
    const { context, body } = request;
    const staff = requireStaff(request);
    if (!body.text?.trim() && !body.file) throw refuseField('text', 'Paste a list, or choose a file.');
    const list = body.file ? await readAwbBytes(Buffer.from(body.file, 'base64')) : readAwbText(body.text ?? '');
    const listContext = { shown: body.orders, courier: body.courier || undefined };
    if (!body.apply) {
      const { lines } = await previewShipping(context.db, staff, list, listContext);
      return { success: true, data: { lines, applied: false } };
    }
    const { lines, actionId } = await write(context.db, (tx) =>
      applyShipping(tx, staff, list, { ...listContext, formId: body.form_id }),
    );
    return { success: true, data: { lines, applied: true, ...(actionId !== undefined && { action_id: actionId }) } };
  },

  adminToShip: async ({ context }) => ({
    success: true,
    data: { ...(await readOrdersToShip(context.db)), couriers: [...courierNames] },
  }),

  adminToPack: async (request) => ({
    success: true,
    data: await readOrderToPack(request.context.db, requireStaff(request), request.params),
  }),

  adminPacked: async (request) => {
    const { context, body } = request;
    const staff = requireStaff(request);
    const data = await write(context.db, async (tx) => {
      const [order] = await readHandledOrders(tx, staff, [body.order_number]);
      if (!order) throw new Refusal(404, 'There is no such order.');
      const { id, results } = await stageChanges(tx, staff, [order.order_number], { kind: 'pack' }, body.form_id);
      const [result] = results;
      if (!result?.ok) throw new Refusal(409, result?.reason ?? 'The order cannot be packed.');
      return { order_number: order.order_number, action_id: id };
    });
    return { success: true, data };
  },

  adminCourierFile: async (request) => {
    const { context, body, headers } = request;
    const staff = requireStaff(request);
    const ids = await requireOrders(context.db, staff, body.orders);
    const text = formatCourierFile(await readPrintedOrders(context.db, ids), body.format, body.pickup);
    const detail = { format: body.format, orders: ids.length };
    const event = { actor: staffActor(staff), action: 'courier file', ipAddress: readIpAddress(headers), detail };
    await write(context.db, (tx) => recordAudit(tx, event));
    return { success: true, data: { file_name: `${body.format}-${ids.length}.csv`, text } };
  },

  adminPrint: async (request) => {
    const { context, body, headers } = request;
    const staff = requireStaff(request);
    const ids = await requireOrders(context.db, staff, body.orders);
    const data = await write(context.db, async (tx) => {
      const options = { paper: body.paper, withoutPrices: body.without_prices || staff.role !== 'owner' };
      const print = await makePrint(tx, body.kind, ids, options);
      const detail = { orders: ids.length };
      const event = { actor: staffActor(staff), action: `print ${body.kind}`, ipAddress: readIpAddress(headers), detail };
      await recordAudit(tx, event);
      return print;
    });
    return { success: true, data };
  },
};
