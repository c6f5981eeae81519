import * as z from 'zod/mini';
import { IDEMPOTENCY_HEADER, idempotencyKey } from '#lib/contract/checkout.ts';
import { failure } from '#lib/contract/messages.ts';
import { write } from '../database/open.ts';
import { placeCheckout } from '../services/checkout.ts';
import { refuseField } from '../services/refusal.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const checkoutCalls: Pick<Handlers, 'checkout'> = {
  checkout: async (request) => {
    const shopper = shopperOf(request);
    const key = z.safeParse(idempotencyKey, request.headers.get(IDEMPOTENCY_HEADER));
    if (!key.success) throw refuseField(IDEMPOTENCY_HEADER, failure.checkoutKeyRequired);
    return write(request.shop.db, (tx) => placeCheckout(tx, shopper, key.data.toLowerCase(), request.body));
  },
};
