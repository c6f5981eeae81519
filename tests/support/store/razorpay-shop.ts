import type { Logger } from 'pino';
import { confirmPaymentCall, getPaymentCall } from '#lib/contract/payments.ts';
import { payByRazorpay, startRazorpayApi } from '#tests/support/providers/razorpay.ts';
import { customerOf } from './customer.ts';
import { openShop, signUp, type TestShop } from './test-store.ts';

/** Price of the shop's lamp, in paise. */
export const LAMP_PRICE = 50_050;

/** Opens a shop that is paid through a fake Razorpay API, and sells lamps. */
export async function openRazorpayShop({ stock = 1000, log }: { stock?: number; log?: Logger } = {}) {
  const api = await startRazorpayApi();
  const shop = await openShop({ ...(log && { log }), payments: payByRazorpay(api.url) });
  const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: LAMP_PRICE, stock });
  const close = async (): Promise<void> => {
    await shop.close();
    await api.close();
  };
  return { api, shop, lamp, close };
}

type RazorpayShop = Awaited<ReturnType<typeof openRazorpayShop>>;

/** Signs a new customer up who has ordered one lamp and opened its payment. */
export async function beginPayment({ shop, lamp }: Pick<RazorpayShop, 'shop' | 'lamp'>, mobile: string) {
  const shopper = customerOf(shop, await signUp(shop, mobile));
  const { token } = shopper;
  await shopper.put(lamp.id, 1);
  const { payment } = await shopper.buy('500.50', { payment_method: 'prepaid' });
  const id = payment?.id ?? '';
  const show = async () => (await shop.succeed(getPaymentCall, { token, params: { id } })).data;
  const confirm = (proof: Record<string, string>) =>
    shop.call(confirmPaymentCall, { token, params: { id }, body: { outcome: 'paid', proof } });
  const order = (await show()).options?.['order_id'] ?? '';
  return { shopper, id, order, show, confirm };
}

/** Changes when a payment's hold expires to a second ago. */
export const runOut = (shop: TestShop, id: string) =>
  shop.change((tx) =>
    tx
      .updateTable('payment')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', id)
      .execute(),
  );
