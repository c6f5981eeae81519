import * as z from 'zod/mini';
import { write } from '#api/database/transaction.ts';
import { provenBy } from '#api/services/accounts/proven-contact.ts';
import { askAboutCart, placeCheckout } from '#api/services/checkout/checkout.ts';
import { withAddressLimitReported } from '#api/services/checkout/report-address-limit.ts';
import { retryAfterExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { refuseField } from '#api/services/refusal.ts';
import { IDEMPOTENCY_HEADER, idempotencyKey } from '#lib/contract/checkout.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { Handlers } from './call-context.ts';
import { enforceCouponLimit } from './coupons.ts';

export const checkoutHandlers = {
  checkout: async (request) => {
    const { db, shopper } = request;
    const { paymentProvider, shippingRule, orderPrefix, sends } = request.context;
    const { idempotency_key, ...body } = request.body;
    const { coupon_code } = body;
    if (coupon_code?.trim()) await enforceCouponLimit(request, shopper.customerId, coupon_code);
    const key = z.safeParse(idempotencyKey, request.headers.get(IDEMPOTENCY_HEADER) ?? idempotency_key);
    if (!key.success) throw refuseField(IDEMPOTENCY_HEADER, failure.checkoutKeyRequired);
    const origin = { provenBy: provenBy(request.context), ipAddress: request.ipAddress };
    const askedRule = await askAboutCart(db, shippingRule, shopper.customerId, body.address.pincode);
    const checkout = {
      shopper,
      key: key.data.toLowerCase(),
      body,
      provider: paymentProvider?.name,
      orderPrefix,
      origin,
      askedRule,
      sends: sends.orders,
    };
    return withAddressLimitReported(db, checkout, () =>
      retryAfterExpiredHolds(db, paymentProvider, () => write(db, (tx) => placeCheckout(tx, checkout))),
    );
  },
} satisfies Partial<Handlers>;
