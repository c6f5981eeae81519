import { setOrderStatus } from '#api/services/orders/change-status.ts';
import type { RefundDue } from '#api/services/payments/provider-interface.ts';
import { settlePayment } from '#api/services/payments/settle-payment.ts';
import { adminRefundableCall, adminRefundCall } from '#lib/contract/admin/refunds.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { getPaymentCall } from '#lib/contract/payments.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import type { customerOf } from '#tests/support/store/customer.ts';
import { openShop } from '#tests/support/store/test-store.ts';
import { createAnsweringProvider } from './answering-provider.ts';

type Wish = Omit<BodyOf<typeof adminRefundCall>, 'form_id'> & { form_id?: string };

/** A shop that sells lamps of 500.00. Its provider makes each refund at once and adds it to `requests`; `owner` is the token of the owner. */
export async function openRefundShop() {
  const requests: RefundDue[] = [];
  const service = createAnsweringProvider();
  service.answer({
    refund: async (due) => {
      requests.push(due);
      return 'done';
    },
  });
  const shop = await openShop({ payments: service });
  const owner = await staffToken(shop, 'owner');
  const { id: lampId } = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 1000 });

  /** Records that a payment has arrived; returns the provider's id of it. */
  const settle = async (id: string): Promise<string> => {
    await shop.change((tx) => settlePayment(tx, id, `pay_${id}`));
    return `pay_${id}`;
  };

  /** Buys the shopper's cart and pays online; returns the provider's id of the payment. */
  const buyPaid = async (shopper: ReturnType<typeof customerOf>, total: string): Promise<string> => {
    const { payment } = await shopper.buy(total, { payment_method: 'prepaid' });
    const id = payment?.id ?? '';
    await shop.succeed(getPaymentCall, { token: shopper.token, params: { id } });
    return settle(id);
  };

  /** What staff do to an order and see of it. */
  const ofOrder = (order_number: string) => {
    const request = { token: owner, params: { order_number } };
    return {
      set: (status: Parameters<typeof setOrderStatus>[2]) => shop.change((tx) => setOrderStatus(tx, order_number, status)),
      refund: ({ form_id = crypto.randomUUID(), ...wish }: Wish) =>
        shop.call(adminRefundCall, { ...request, body: { form_id, ...wish } }),
      show: async () => (await shop.succeed(adminRefundableCall, request)).data,
    };
  };

  return { shop, owner, lampId, requests, settle, buyPaid, ofOrder };
}
