import { afterAll, expect } from 'vitest';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { startSlowDocuments } from '#tests/support/browser/slow-documents.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

/** Where documents are cut, in the order of a page. */
const marks = [
  'Demo shop: codes',
  '<nav class="links"',
  '<a href="/">',
  'Home</a>',
  'Category',
  '</details>',
  '"/shop">',
  'Shop</a>',
  '</nav>',
  '</h1>',
  'class="bar-price" aria-hidden="true">',
  '% off</span>',
  'add-to-cart">',
  'Add to',
  '</h2>',
];

/** The same in the categories below a search that finds nothing. */
const chip = '<li><a class="chip"';

const { shop, test } = await useDemoShop({ emptyCache: true });
const slow = await startSlowDocuments(shop.url, [
  ...[...marks, chip, chip, chip],
  ...['</p>', '</picture>', '</label>', '</ul>', '</section>', '</footer>'],
]);
afterAll(slow.stop);

test.for([
  ['/', 1366],
  ['/', 768],
  ['/shop', 1366],
  ['/shop?search=qqqqxzzk', 360],
  ['/signin', 360],
  ['/signin', 1366],
  ['/products/slub-cotton-crew-neck-t-shirt-indigo', 360],
] as const)('%s of %i px does not move what it has painted while the document arrives', async ([path, width], { page }) => {
  await page.setViewportSize({ width, height: 900 });
  const shifts = await recordLayoutShifts(page);
  await page.goto(`${slow.url}${path}`, { waitUntil: 'networkidle' });
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(width > 1024);
  expect(await shifts()).toEqual([]);
});
