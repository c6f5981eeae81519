import { expect, test } from 'vitest';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop } = await useDemoShop();

/** The specified titles, as served: redirects of protected pages happen in the browser. */
const titles: [path: string, title: string][] = [
  ['/shop', 'Shop'],
  ['/shop?categories=shirts&page=2', 'Shop'],
  ['/cart', 'Cart'],
  ['/checkout', 'Checkout'],
  ['/categories', 'Shop By Category'],
  ['/order-success', 'Successful Order'],
  ['/order-failure', 'Failed Order'],
  ['/payment', 'Payment'],
  ['/faq', 'FAQ'],
  ['/terms-use', 'Terms &amp; Conditions'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/signin', 'Sign In'],
  ['/signup', 'Sign Up'],
  ['/forgot-password', 'Forgot Password'],
  ['/reset-password', 'Reset Password'],
  ['/stop-alert', 'Emails about products'],
  ['/my-account/orders', 'Orders'],
  ['/404', 'Page Not Found'],
  ['/not-found', 'Page Not Found'],
  ['/no/such/page', 'Page Not Found'],
];

const trail = async (path: string): Promise<string[]> => {
  const html = await (await fetch(shop.url + path)).text();
  const [, list = ''] = /<nav aria-label="Breadcrumb">(.*?)<\/nav>/s.exec(html) ?? [];
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => item.replace(/<[^>]+>/g, '').trim());
};

test.for(titles)('the breadcrumb of %s is Home, %s', async ([path, title]) => {
  expect(await trail(path)).toEqual(['Home', title]);
});

test('the home page has no breadcrumb', async () => {
  expect(await trail('/')).toEqual([]);
});
