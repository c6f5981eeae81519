import { expect, test } from 'vitest';
import { DEMO_LINK_COOKIE } from '#lib/contract/admin/demo-link-cookie.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { confirmPaymentCall } from '#lib/contract/payments.ts';
import { makeCustomers } from '#tests/support/store/concurrent-calls.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop } from '#tests/support/store/test-store.ts';

test.each(['paid', 'failed', 'abandoned'] as const)(
  'the test payment is %s only for a browser that opened the printed link',
  async (outcome) => {
    const demoLinkToken = 'the-token-of-the-printed-link';
    const shop = await openShop({ demoLinkToken });
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 3 });
    const [token = ''] = await makeCustomers(shop, 1, () => [{ product_id: lamp.id, quantity: 1 }]);
    const { payment } = await customerOf(shop, token).buy('500.00', { payment_method: 'prepaid' });
    const confirm = (cookie?: string) =>
      shop.call(confirmPaymentCall, {
        token,
        params: { id: String(payment?.id) },
        body: { outcome },
        headers: cookie === undefined ? {} : { cookie },
      });
    for (const cookie of [
      undefined,
      '',
      `${DEMO_LINK_COOKIE}=`,
      `${DEMO_LINK_COOKIE}=wrong`,
      `${DEMO_LINK_COOKIE}=${demoLinkToken.slice(1)}`,
    ])
      expect(await confirm(cookie)).toMatchObject({ success: false, httpStatus: 403, message: failure.demoLink });
    const states = () => shop.store.db.selectFrom('payment').select('status').execute();
    expect(await states()).toEqual([{ status: 'pending' }]);
    expect(await confirm(`${DEMO_LINK_COOKIE}=${demoLinkToken}`)).toMatchObject({ success: true });
    await shop.close();
  },
);
