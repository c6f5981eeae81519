import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { setStockByProgram } from '#api/services/catalogue/set-stock-by-program.ts';
import { upsertProduct } from '#api/services/import/program/upsert-product.ts';
import { programActor, recordOrdersRead } from '#api/services/keys/api-keys.ts';
import { ensureOrderStatus } from '#api/services/orders/change-status.ts';
import { findProgramOrder, readOrderFeed } from '#api/services/orders/order-feed.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { Handlers } from './call-context.ts';

export const programHandlers = {
  programOrders: async ({ db, program, params, ipAddress }) => {
    const { orders, cursor, more } = await readOrderFeed(db, Number(params.cursor ?? 0));
    if (orders.length > 0) await recordOrdersRead(db, program, ipAddress);
    return { success: true, data: { orders, cursor: String(cursor), more } };
  },

  programOrder: async ({ db, program, params, ipAddress }) => {
    const order = await findProgramOrder(db, params.order_number);
    if (!order) throw new Refusal(404, failure.orderMissing);
    await recordOrdersRead(db, program, ipAddress);
    return { success: true, data: order };
  },

  programOrderStatus: async ({ db, program, body, ipAddress }) => {
    const { status } = body;
    const changed = await write(db, async (tx) => {
      const result = await ensureOrderStatus(tx, body.order_number, body);
      if (!result) throw new Refusal(404, failure.orderMissing);
      const event = { actor: programActor(program), subject: result.order_number, ipAddress };
      if (result.changed) await recordAudit(tx, { ...event, action: 'order status', detail: { status } });
      return result;
    });
    return { success: true, data: { ...changed, status } };
  },

  programStock: async ({ db, program, body, ipAddress }) => {
    const actor = programActor(program);
    const data = await write(db, async (tx) => {
      const result = await setStockByProgram(tx, body.items);
      const detail = { variants: result.changed };
      if (result.changed > 0) await recordAudit(tx, { actor, action: 'stock', ipAddress, detail });
      return result;
    });
    return { success: true, data };
  },

  programProduct: async ({ context, db, program, body, ipAddress }) => {
    const actor = programActor(program);
    const data = await upsertProduct(db, body, {
      pictures: context.pictures,
      record: (tx, result, handle) =>
        recordAudit(tx, { actor, action: 'product', subject: handle, ipAddress, detail: { result } }),
    });
    return { success: true, data };
  },
} satisfies Partial<Handlers>;
