import type { FrameLocator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Order } from '#lib/contract/orders.ts';
import { addToServerCart, apiData, apiReply, newMobile, openReview, type Session } from '#tests/support/browser/customer.ts';
import type { RunningShop } from '#tests/support/browser/shop-server.ts';
import type { TestPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import type { SmsProvider } from '#tests/support/providers/sms.ts';

export const inAppBrowser =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 330.0';

/** The button that opens the provider's window, for a wallet. */
export const payButton = /^Pay ₹1,299\.00$/;

/** A small shop whose payments a provider takes, with codes by text message (template T1). */
interface PayingShop {
  shop: RunningShop;
  sms: SmsProvider;
  /** Title of the provider's frame. */
  frameTitle: string;
}

/** The payment of a new customer. */
interface PaymentPage {
  page: Page;
  pageErrors: string[];
  press: (name: string | RegExp) => Promise<void>;
  heading: (name: string | RegExp) => Promise<void>;
  frame: () => FrameLocator;
  /** Opens the payment of a customer with a wallet in the cart. */
  arrive: () => Promise<Session>;
  /** Id of the payment that the page shows. */
  paymentId: () => string;
}

/** The values of the latest text message to a number with this template. */
export const textTo = (sms: SmsProvider, mobile: string, template: string): Record<string, string> | undefined =>
  sms.texts.findLast((text) => text.template === template && text.recipient['mobiles'] === `91${mobile}`)?.recipient;

/** Signs a new customer up with the code in the text message. */
async function signUp({ shop, sms }: PayingShop): Promise<Session> {
  const mobile = newMobile();
  await apiReply(shop, '/otp/send', { mobile });
  const code = () => textTo(sms, mobile, 'T1')?.['otp'];
  await expect.poll(code).toMatch(/^\d{6}$/);
  const { token } = await apiData<{ token: string }>(shop, '/otp/verify/checkout', { mobile, otp: code() });
  const details = { firstname: 'Meera', lastname: 'Nair', email: `meera${mobile}@example.in` };
  const session = await apiData<Session>(shop, '/customer/update-user-details', details, token);
  return { ...session, token: session.token ?? token };
}

/** The orders of a customer. */
export const ordersOf = (shop: RunningShop, token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);

/** What a test does with a page that pays. */
export function usePaymentPage({ page, pageErrors }: TestPage, paying: PayingShop): PaymentPage {
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  return {
    page,
    pageErrors,
    press,
    heading: (name) => page.getByRole('heading', { name }).waitFor(),
    frame: () => page.frameLocator(`iframe[title="${paying.frameTitle}"]`),
    arrive: async () => {
      const user = await signUp(paying);
      await addToServerCart(paying.shop, user.token, 'long-wallet');
      await openReview(page, paying.shop, user, 'upi');
      await press(/^(Place order|Pay ₹)/);
      await page.waitForURL('**/payment?id=*');
      return user;
    },
    paymentId: () => present(new URL(page.url()).searchParams.get('id')),
  };
}
