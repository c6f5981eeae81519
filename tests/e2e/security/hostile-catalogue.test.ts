import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { addToCart, allProducts, apiReply } from '#tests/support/browser/customer.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { setting } from '#tests/support/browser/setting.ts';
import { newDataDir, startShop, storeOrigin } from '#tests/support/browser/shop-server.ts';
import { importRows } from '#tests/support/browser/small-catalogue.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { hostileStrings } from '#tests/support/real-files.ts';
import { useShop } from '#tests/support/shop-test.ts';

/** The public list where it is available, else the project's own; every fifth for a static site, which is built with a page for each. */
const strings = (hostileStrings.at(-1)?.[1] ?? []).filter((_, i) => setting !== 'static' || i % 5 === 0);
/** Strings that look like markup or script. */
const markup = strings.filter((text) => /[<>]|javascript:|on\w+=/i.test(text));

describe('naughty strings', async () => {
  const dialogs: string[] = [];
  const strangers: string[] = [];

  const dataDir = newDataDir();
  const rows = strings.map((text, i) => ({
    handle: `naughty-${i}`,
    title: text,
    body: text,
    type: `Type ${i % 9} ${text.slice(0, 40)}`,
    tags: text,
    size: text.slice(0, 60),
    price: '10.00',
    mrp: '20.00',
    stock: '4',
  }));
  await importRows(dataDir, rows);
  const { shop } = await useShop(startShop(dataDir));
  const visitor = await openPage();
  visitor.page.on('dialog', (dialog) => {
    dialogs.push(`${visitor.page.url()}: ${dialog.message()}`);
    dialog.dismiss();
  });
  visitor.page.on('request', (request) => {
    const own = [shop.url, storeOrigin(shop) || shop.url, 'data:'];
    if (!own.some((start) => request.url().startsWith(start))) strangers.push(request.url());
  });

  /** Opens a page at both widths; returns its problems. */
  async function look(path: string): Promise<string[]> {
    const { page } = visitor;
    const response = await page.goto(shop.url + path, { waitUntil: 'load' });
    const wrong = response?.status() === 200 ? [] : [`${path}: ${response?.status()}`];
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) wrong.push(`${path}: is ${width} px wide at ${viewport.width}`);
    }
    return wrong;
  }

  const nothingHappened = () => expect([dialogs, strangers, visitor.pageErrors]).toEqual([[], [], []]);

  test('are shown unchanged in lists, as names of products and sub-categories', async () => {
    const wrong: string[] = [];
    const pages = Math.ceil(strings.length / PRODUCTS_PER_PAGE);
    for (let page = 1; page <= pages; page += 4) wrong.push(...(await look(`/shop?page=${page}`)));
    for (const path of ['/', '/categories']) wrong.push(...(await look(path)));
    expect(wrong).toEqual([]);
    nothingHappened();
  });

  test('are shown unchanged on product pages and in the cart', async () => {
    const products = await allProducts(shop);
    expect(products.length).toBeGreaterThan(strings.length * 0.8);
    const worst = products.filter(({ name }) => /[<>]|javascript:/i.test(name));
    const step = Math.ceil(worst.length / 10);
    const longest = products.toSorted((a, b) => b.name.length - a.name.length).slice(0, 4);
    const wrong: string[] = [];
    for (const { slug } of [...worst.filter((_, i) => i % step === 0), ...longest])
      wrong.push(...(await look(`/products/${slug}`)));
    expect(wrong).toEqual([]);
    for (const { slug } of [...worst.slice(0, 2), ...longest.slice(0, 2)]) await addToCart(visitor.page, shop, slug);
    expect(await look('/cart')).toEqual([]);
    await expect.poll(() => visitor.page.getByRole('button', { name: /^REMOVE/ }).count()).toBe(4);
    nothingHappened();
  }, 180_000);

  test('find matching results or none, as a search', async () => {
    const wrong: string[] = [];
    for (const text of strings) {
      const { success, message } = await apiReply<{ success: boolean; message?: string }>(shop, '/search-products', {
        search: text.toWellFormed().slice(0, MAX_SEARCH),
      });
      if (!success) wrong.push(`${message}: ${text}`);
    }
    const step = Math.ceil(markup.length / 12);
    for (const text of markup.filter((_, i) => i % step === 0)) {
      wrong.push(
        ...(await look(
          `/shop?search=${encodeURIComponent(text.toWellFormed())}&categories=${encodeURIComponent(text.toWellFormed())}`,
        )),
      );
    }
    expect(wrong).toEqual([]);
    nothingHappened();
  }, 180_000);

  test('remain text in the FAQ, terms and privacy', async () => {
    const printable = strings.filter((text) => text.trim() !== '');
    const faq = join(shop.dataDir, 'faq.json');
    const terms = join(shop.dataDir, 'terms.md');
    writeFileSync(faq, JSON.stringify(printable.map((text) => ({ question: text, answer: `${text}\n\n${text}` }))));
    writeFileSync(terms, printable.join('\n\n'));
    await shop.store('theme', 'set', `faq=@${faq}`, `terms=@${terms}`, `privacy=@${terms}`);
    for (const path of [faq, terms]) rmSync(path);
    const wrong: string[] = [];
    for (const path of ['/faq', '/terms-use', '/privacy-policy']) wrong.push(...(await look(path)));
    expect(
      await visitor.page.locator('.rich-text :is(script, img, iframe, svg, style, form, input, [onclick], [style])').count(),
    ).toBe(0);
    const protocols = await visitor.page
      .locator('.rich-text a')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map((link) => link.protocol));
    expect(protocols).toEqual(protocols.filter((protocol) => !/^(?:javascript|data|vbscript|file):/i.test(protocol)));
    expect(wrong).toEqual([]);
    nothingHappened();
  });

  test('remain text in the store’s settings', async () => {
    const fit = markup.filter((text) => !text.includes('\0') && text.length < 200 && /\p{L}/u.test(text));
    const step = Math.ceil(fit.length / 4);
    const wrong: string[] = [];
    for (const text of fit.filter((_, i) => i % step === 0)) {
      // Mail addresses, phone numbers and the GSTIN must be valid.
      const names = ['legal_name', 'address', 'grievance_officer_name', 'grievance_officer_designation'];
      await runStore(shop.dataDir, 'theme', 'set', `store_name=${text}`, ...names.map((name) => `legal.${name}=${text}`));
      for (const path of ['/', '/categories']) wrong.push(...(await look(path)));
    }
    expect(wrong).toEqual([]);
    nothingHappened();
  });
});
