import { findGuestLines } from '#api/services/cart/cart.ts';
import { enforceReadLimit } from '#api/services/limits/limit-reads.ts';
import { askRule, quoteDelivery } from '#api/services/shipping/quote-delivery.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { Handlers } from './call-context.ts';
import { toLineRequests } from './cart.ts';
import { readIpAddress } from './http/read-ip-address.ts';

export const deliveryHandlers: Pick<Handlers, 'deliveryQuote'> = {
  deliveryQuote: async ({ context: { db, shippingRule }, body: { pincode, items }, headers }) => {
    await enforceReadLimit(db, 'deliveryQuote', readIpAddress(headers));
    const lines = (await findGuestLines(db, toLineRequests(items))).map((line) => ({ ...line, variant_id: line.id }));
    const asked = await askRule(shippingRule, pincode, lines);
    const { shipping } = await readSettings(db);
    return { success: true, data: await quoteDelivery(db, pincode, lines, shipping, asked) };
  },
};
