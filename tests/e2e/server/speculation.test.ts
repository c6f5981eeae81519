import { expect } from 'vitest';
import { speculationRules } from '#lib/rules/routes/paths.ts';
import { desktop, openPage, type TestPage } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: desktop });

/** Opens a page and returns how many rules for prefetching it has at the end. */
async function countRules({ page, pageErrors }: TestPage, savesData: boolean): Promise<number> {
  if (savesData) await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto(`${shop.url}/faq`, { waitUntil: 'networkidle' });
  expect(pageErrors).toEqual([]);
  return page.locator('script[type=speculationrules]').count();
}

test('a page gets the rules for prefetching by script, but not for a visitor who saves data', async ({ visitor }) => {
  expect(await countRules(visitor, false)).toBe(1);
  expect(await countRules(await openPage({ viewport: desktop }), true)).toBe(0);
  expect((await fetch(`${shop.url}/faq`)).headers.get('speculation-rules')).toBe(null);
});

test('a browser prefetches a page while the pointer rests on its link, and then shows it without a request', async ({
  page,
  pageErrors,
}) => {
  await page.goto(`${shop.url}/faq`);
  await page.locator('script[type=speculationrules]').waitFor({ state: 'attached' });
  const session = await page.context().newCDPSession(page);
  const prefetched: string[] = [];
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready' || status === 'Success') prefetched.push(prefetchUrl);
  });
  await session.send('Preload.enable');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' });
  await link.hover();
  await expect.poll(() => prefetched).toContain(`${shop.url}/terms-use`);
  await link.click();
  await page.waitForURL('**/terms-use');
  const delivery = await page.evaluate(() => {
    const [load] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & { deliveryType: string })[];
    return load?.deliveryType;
  });
  expect(delivery).toBe('navigational-prefetch');
  expect(pageErrors).toEqual([]);
});

test('a page about the shopper is never prefetched', async () => {
  const rules: { prefetch: { where: { and: [{ href_matches: string[] }, unknown] } }[] } = await (
    await fetch(shop.url + speculationRules)
  ).json();
  const matches = rules.prefetch.flatMap(({ where }) => where.and[0].href_matches);
  expect(matches).toContain('/products/*');
  for (const path of [
    '/cart',
    '/checkout',
    '/payment',
    '/my-account/orders',
    '/signin',
    '/signup',
    '/wishlist',
    '/api/store-info',
  ])
    expect([path, matches.filter((pattern) => new URLPattern({ pathname: pattern }).test({ pathname: path }))]).toEqual([
      path,
      [],
    ]);
});
