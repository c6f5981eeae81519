import * as z from 'zod/mini';
import { write } from '#api/database/open.ts';
import { placeCheckout } from '#api/services/checkout.ts';
import { releaseExpiredHolds } from '#api/services/payment-outcome.ts';
import { countTries } from '#api/services/rate-limits.ts';
import { refuseField } from '#api/services/refusal.ts';
import { IDEMPOTENCY_HEADER, idempotencyKey } from '#lib/contract/checkout.ts';
import { failure } from '#lib/contract/messages.ts';
import { clientAddress } from './client-address.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const checkoutCalls: Pick<Handlers, 'checkout'> = {
  checkout: async (request) => {
    const shopper = shopperOf(request);
    const { db, paymentProvider } = request.shop;
    if (request.body.coupon_code?.trim()) {
      // A checkout tells a good code from a bad one as well.
      const trier = { address: clientAddress(request.headers), account: String(shopper.customerId) };
      await countTries(db, 'coupon', trier);
    }
    const key = z.safeParse(idempotencyKey, request.headers.get(IDEMPOTENCY_HEADER));
    if (!key.success) throw refuseField(IDEMPOTENCY_HEADER, failure.checkoutKeyRequired);
    const wish = { shopper, key: key.data.toLowerCase(), body: request.body, provider: paymentProvider?.name };
    // Stock that nobody holds any more must not turn a buyer away until the next round of the worker.
    await releaseExpiredHolds(db);
    return write(db, (tx) => placeCheckout(tx, wish));
  },
};
