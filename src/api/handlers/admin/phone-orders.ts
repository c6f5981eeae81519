import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { recordAudit } from '#api/services/audit.ts';
import { addressOf } from '#api/services/order-address.ts';
import { requireOrder } from '#api/services/orders/find-order.ts';
import { describeVariant, findVariantsOnSale } from '#api/services/orders/find-variants.ts';
import { retryAfterExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { formatPayLink, quoteOrder } from '#api/services/payments/link-payments.ts';
import { placePhoneOrder, readPhoneOrder } from '#api/services/phone-orders/place-phone-order.ts';
import { Refusal } from '#api/services/refusal.ts';
import { askRule } from '#api/services/shipping/quote-delivery.ts';
import { staffActor } from '#api/services/staff/staff-sessions.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { formatPaise, toRupees } from '#lib/rules/money.ts';

/** Most variants that a search shows. */
const MAX_SHOWN = 20;

export const phoneOrderAdminHandlers = {
  adminPhoneProducts: async ({ db, params: { q: text, chosen } }) => {
    const ids = chosen === '' ? [] : chosen.split(',').map(Number);
    const rows = await findVariantsOnSale(db, { ids });
    const inOrder = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    const found = await findVariantsOnSale(db, { text, most: MAX_SHOWN });
    return { found: found.map(describeVariant), chosen: inOrder.map(describeVariant) };
  },

  adminPhoneOrder: async ({ context, db, staff, body }) => {
    const { paymentProvider, shippingRule, orderPrefix, sends } = context;
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
    return { orders };
  },

  adminPayLink: async ({ context: { paymentProvider, siteUrl }, db, params }) => {
    const order = await requireOrder(db, params.order_number);
    const quote = paymentProvider && (await quoteOrder(db, order));
    if (!quote) return {};
    const checkout = db.selectFrom('checkout').select('idempotency_key').where('id', '=', order.checkout_id);
    const { idempotency_key } = await checkout.executeTakeFirstOrThrow();
    const url = new URL(formatPayLink(order.order_number, idempotency_key), siteUrl).href;
    const { firstname, phone_number } = addressOf(order);
    const { store_name } = await readSettings(db);
    const amount = formatPaise(quote.amount);
    const text = `Hello ${firstname}, you can pay ${amount} for your order ${order.order_number} at ${store_name} here: ${url}`;
    return { link: { url, amount: toRupees(quote.amount), saves: toRupees(quote.prepaidDiscount), phone_number, text } };
  },
} satisfies Partial<AdminHandlers>;
