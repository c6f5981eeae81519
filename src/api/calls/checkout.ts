import * as z from 'zod/mini';
import { write } from '#api/database/transaction.ts';
import { placeCheckout } from '#api/services/checkout/checkout.ts';
import { enforceRateLimit } from '#api/services/limits/rate-limits.ts';
import { releaseExpiredHolds } from '#api/services/orders/settlement.ts';
import { refuseField } from '#api/services/refusal.ts';
import { IDEMPOTENCY_HEADER, idempotencyKey } from '#lib/contract/checkout.ts';
import { failure } from '#lib/contract/texts.ts';
import { type Handlers, requireShopper } from './handler.ts';
import { readIpAddress } from './http/client-address.ts';

export const checkoutCalls: Pick<Handlers, 'checkout'> = {
  checkout: async (request) => {
    const shopper = requireShopper(request);
    const { db, paymentProvider } = request.context;
    if (request.body.coupon_code?.trim()) {
      // A checkout tells a good code from a bad one as well.
      const trier = { address: readIpAddress(request.headers), account: String(shopper.customerId) };
      await enforceRateLimit(db, 'coupon', trier);
    }
    const key = z.safeParse(idempotencyKey, request.headers.get(IDEMPOTENCY_HEADER));
    if (!key.success) throw refuseField(IDEMPOTENCY_HEADER, failure.checkoutKeyRequired);
    const wish = { shopper, key: key.data.toLowerCase(), body: request.body, provider: paymentProvider?.name };
    // Stock that nobody holds any more must not turn a buyer away until the next round of the worker.
    await releaseExpiredHolds(db);
    return write(db, (tx) => placeCheckout(tx, wish));
  },
};
