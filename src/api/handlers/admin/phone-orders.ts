import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { recordAudit } from '#api/services/audit.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { retryAfterExpiredHolds } from '#api/services/orders/expire-holds.ts';
import { formatPayLink, quoteOrder } from '#api/services/payments/link-payments.ts';
import { describeVariant, findVariantsOnSale } from '#api/services/phone-orders/find-variants.ts';
import { placePhoneOrder, readPhoneOrder } from '#api/services/phone-orders/place-phone-order.ts';
import { Refusal } from '#api/services/refusal.ts';
import { askRule } from '#api/services/shipping/quote-delivery.ts';
import { staffActor } from '#api/services/staff/staff-sessions.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { address } from '#lib/contract/address.ts';
import type { phoneOrderAdminCalls } from '#lib/contract/admin/phone-orders.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { formatPaise, toRupees } from '#lib/rules/money.ts';

export const phoneOrderAdminHandlers: AdminHandlers<typeof phoneOrderAdminCalls> = {
  adminPhoneProducts: async ({ context: { db }, params: { q, chosen } }) => {
    const ids = chosen === '' ? [] : chosen.split(',').map(Number);
    const rows = await findVariantsOnSale(db, { ids });
    const inOrder = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    const found = await findVariantsOnSale(db, { text: q });
    return { success: true, data: { found: found.map(describeVariant), chosen: inOrder.map(describeVariant) } };
  },

  adminPhoneOrder: async (request) => {
    const { context, body } = request;
    const { db, paymentProvider, shippingRule, orderPrefix, sends } = context;
    const staff = requireStaff(request);
    const formId = body.form_id.toLowerCase();
    const to = { ...body.address, email: body.address.email ?? staff.email };
    const variants = await findVariantsOnSale(db, { ids: body.items.map(({ variant_id }) => variant_id) });
    const lines = body.items.flatMap(({ variant_id, quantity }) => {
      const found = variants.find(({ id }) => id === variant_id);
      return found ? [{ ...found, variant_id, quantity }] : [];
    });
    if (lines.length < body.items.length) throw new Refusal(409, 'An item is not on sale any more: take it out');
    const settings = {
      actor: staffActor(staff),
      provider: paymentProvider?.name,
      orderPrefix,
      askedRule: await askRule(shippingRule, to.pincode, lines),
      sends: sends.orders,
    };
    const order = {
      formId,
      address: to,
      items: body.items,
      couponCode: body.coupon_code || undefined,
      note: body.note || undefined,
      payment: body.payment,
      expectedTotal: body.expected_total,
    };
    const place = () =>
      write(db, async (tx) => {
        const { isNew } = await placePhoneOrder(tx, order, settings);
        if (!isNew) return;
        for (const { order_number } of await readPhoneOrder(tx, formId))
          await recordAudit(tx, { actor: settings.actor, action: 'order by phone', subject: `order:${order_number}` });
      });
    await retryAfterExpiredHolds(db, paymentProvider, place);
    const placed = await readPhoneOrder(db, formId);
    const orders = placed.map(({ order_number, final_amount, idempotency_key }) => ({
      order_number,
      total: toRupees(final_amount),
      ...(paymentProvider && { pay_path: formatPayLink(order_number, idempotency_key) }),
    }));
    return { success: true, data: { orders } };
  },

  adminPayLink: async ({ context: { db, paymentProvider, siteUrl }, params }) => {
    const found = await db
      .selectFrom('orders')
      .innerJoin('checkout', 'checkout.id', 'orders.checkout_id')
      .selectAll('orders')
      .select('idempotency_key')
      .where('order_number', '=', normaliseOrderNumber(params.order_number))
      .executeTakeFirst();
    if (!found) throw new Refusal(404, failure.orderMissing);
    const quote = paymentProvider && (await quoteOrder(db, found));
    if (!quote) return { success: true, data: {} };
    const url = new URL(formatPayLink(found.order_number, found.idempotency_key), siteUrl).href;
    const { firstname, phone_number } = address.parse(JSON.parse(found.address));
    const { store_name } = await readSettings(db);
    const amount = formatPaise(quote.amount);
    const text = `Hello ${firstname}, you can pay ${amount} for your order ${found.order_number} at ${store_name} here: ${url}`;
    const link = { url, amount: toRupees(quote.amount), saves: toRupees(quote.prepaidDiscount), phone_number, text };
    return { success: true, data: { link } };
  },
};
