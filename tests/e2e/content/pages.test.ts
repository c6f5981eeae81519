import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { textPages } from '#lib/rules/routes/text-pages.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop());
const desktopTest = test.extend('pageOptions', { viewport: desktop });
beforeAll(async () => {
  await shop.store('theme', 'set', 'legal.support_email=care@shop.example', 'legal.support_phone=9876543210');
});

const paths = textPages.map(({ path }) => path);
const get = async (path: string) => {
  const response = await fetch(shop.url + path);
  return { status: response.status, html: await response.text() };
};
/** The paths of text pages that a page links, footer and menus included. */
async function linked(path: string): Promise<string[]> {
  const { html } = await get(path);
  return paths.filter((each) => html.includes(`href="${each}"`));
}
const inSitemap = async () => {
  const { html } = await get('/sitemap-pages.xml');
  return paths.filter((path) => html.includes(`${path}</loc>`));
};

test('without texts, only the footer’s three pages are linked, and they give the shop’s contact', async () => {
  for (const path of ['/', '/signup', '/shop']) expect(await linked(path)).toEqual(['/faq', '/terms-use', '/privacy-policy']);
  expect((await get('/signup')).html.split('href="/terms-use"').length).toBe(2);
  for (const path of ['/faq', '/terms-use', '/privacy-policy']) {
    const { status, html } = await get(path);
    expect(status).toBe(200);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    for (const contact of ['mailto:care@shop.example', 'tel:9876543210']) expect(main).toContain(contact);
  }
  for (const path of ['/returns', '/shipping']) expect((await get(path)).status).toBe(404);
  expect(await inSitemap()).toEqual([]);
});

test('with texts, all pages are in menu, footer and sitemap, and show the shop’s details', async ({ page, pageErrors }) => {
  const folder = join(shop.dataDir, 'texts');
  await shop.store('pages', 'write', folder);
  for (const file of ['faq.md', 'terms.md', 'privacy.md', 'returns.md', 'shipping.md']) {
    const [, ...lines] = readFileSync(join(folder, file), 'utf8').split('\n');
    writeFileSync(join(folder, file), lines.join('\n'));
  }
  await shop.store('pages', 'read', folder);
  expect(await inSitemap()).toEqual(paths);
  await page.goto(shop.url);
  const footer = page.getByRole('contentinfo').getByRole('navigation', { name: 'Information' });
  expect(await footer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    ...paths,
    '/faq#contact',
  ]);
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(expect.arrayContaining(['Home', 'Category', 'Shop', 'Shipping']));
  await menu.getByRole('link', { name: 'Returns' }).click();
  await page.getByRole('heading', { name: 'Returns & Refunds', level: 1 }).waitFor();
  expect(await page.locator('main').innerText()).toContain('care@shop.example');
  await page.locator('main').getByRole('link', { name: 'care@shop.example' }).first().waitFor();
  expect(pageErrors).toEqual([]);
});

desktopTest('a wide screen has them under Help, beside Home, Category and Shop', async ({ page }) => {
  await page.goto(shop.url);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByText('Help', { exact: true }).hover();
  await main.getByRole('link', { name: 'Shipping' }).click();
  await page.getByRole('heading', { name: 'Shipping & Delivery', level: 1 }).waitFor();
});
