import { findGuestLines } from '#api/services/cart/cart.ts';
import { enforceReadLimit } from '#api/services/limits/limit-reads.ts';
import { findPincodeRegions } from '#api/services/pincodes/find-pincode-regions.ts';
import { askRule, quoteDelivery } from '#api/services/shipping/quote-delivery.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { Handlers } from './call-context.ts';
import { toLineRequests } from './cart.ts';

export const deliveryHandlers = {
  deliveryQuote: async ({ context: { shippingRule }, db, body: { pincode, items }, ipAddress }) => {
    await enforceReadLimit(db, 'deliveryQuote', ipAddress);
    const lines = (await findGuestLines(db, toLineRequests(items))).map((line) => ({ ...line, variant_id: line.id }));
    const asked = await askRule(shippingRule, pincode, lines);
    const { shipping } = await readSettings(db);
    return { success: true, data: await quoteDelivery(db, pincode, lines, shipping, asked) };
  },
} satisfies Partial<Handlers>;

export const pincodeHandlers = {
  pincode: async ({ params }) => ({ success: true, data: findPincodeRegions(params.pincode) }),
} satisfies Partial<Handlers>;
