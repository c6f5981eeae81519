import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { setStockByProgram } from '#api/services/catalogue/set-stock-by-program.ts';
import { upsertProduct } from '#api/services/import/program/upsert-product.ts';
import { programActor, recordOrdersRead } from '#api/services/keys/api-keys.ts';
import { StatusTransitionError } from '#api/services/orders/apply-status.ts';
import { ensureOrderStatus } from '#api/services/orders/change-status.ts';
import { findProgramOrder, readOrderFeed } from '#api/services/orders/order-feed.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { type Handlers, requireProgram } from './call-context.ts';
import { readIpAddress } from './http/read-ip-address.ts';

export const programHandlers: Pick<
  Handlers,
  'programOrders' | 'programOrder' | 'programOrderStatus' | 'programStock' | 'programProduct'
> = {
  programOrders: async (request) => {
    const { context, params, headers } = request;
    const { orders, cursor, more } = await readOrderFeed(context.db, Number(params.cursor ?? 0));
    if (orders.length > 0) await recordOrdersRead(context.db, requireProgram(request), readIpAddress(headers));
    return { success: true, data: { orders, cursor: String(cursor), more } };
  },

  programOrder: async (request) => {
    const { context, params, headers } = request;
    const order = await findProgramOrder(context.db, params.order_number);
    if (!order) throw new Refusal(404, failure.orderMissing);
    await recordOrdersRead(context.db, requireProgram(request), readIpAddress(headers));
    return { success: true, data: order };
  },

  programOrderStatus: async (request) => {
    const { context, body, headers } = request;
    const actor = programActor(requireProgram(request));
    const { status } = body;
    const changed = await write(context.db, async (tx) => {
      const result = await ensureOrderStatus(tx, body.order_number, body);
      if (!result) throw new Refusal(404, failure.orderMissing);
      const event = { actor, subject: result.order_number, ipAddress: readIpAddress(headers) };
      if (result.changed) await recordAudit(tx, { ...event, action: 'order status', detail: { status } });
      return result;
    }).catch((error: unknown) => {
      throw error instanceof StatusTransitionError ? new Refusal(409, error.message) : error;
    });
    return { success: true, data: { ...changed, status } };
  },

  programStock: async (request) => {
    const { context, body, headers } = request;
    const actor = programActor(requireProgram(request));
    const data = await write(context.db, async (tx) => {
      const result = await setStockByProgram(tx, body.items);
      const detail = { variants: result.changed };
      if (result.changed > 0) await recordAudit(tx, { actor, action: 'stock', ipAddress: readIpAddress(headers), detail });
      return result;
    });
    return { success: true, data };
  },

  programProduct: async (request) => {
    const { context, body, headers } = request;
    const [actor, ipAddress] = [programActor(requireProgram(request)), readIpAddress(headers)];
    const data = await upsertProduct(context.db, body, {
      pictures: context.pictures,
      record: (tx, result, handle) =>
        recordAudit(tx, { actor, action: 'product', subject: handle, ipAddress, detail: { result } }),
    });
    return { success: true, data };
  },
};
