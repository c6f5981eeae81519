import { expect, test } from 'vitest';
import { speculationRules } from '#lib/rules/routes/paths.ts';
import { demoShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';

const shop = await demoShop();

/** Opens a page and returns how many rules for prefetching it has at the end. */
async function countRules(savesData: boolean): Promise<number> {
  const { page, pageErrors } = await openPage({ viewport: desktop });
  if (savesData) await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto(`${shop.url}/faq`, { waitUntil: 'networkidle' });
  expect(pageErrors).toEqual([]);
  return page.locator('script[type=speculationrules]').count();
}

test('a page gets the rules for prefetching by script, but not for a visitor who saves data', async () => {
  expect([await countRules(false), await countRules(true)]).toEqual([1, 0]);
  expect((await fetch(`${shop.url}/faq`)).headers.get('speculation-rules')).toBe(null);
});

test('a browser prefetches a page while the pointer rests on its link, and then shows it without a request', async () => {
  const { page, pageErrors } = await openPage({ viewport: desktop });
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
