import type { Page } from 'playwright';
import * as paths from '../../src/lib/rules/routes/paths.ts';
import type { Places, Screen, Visit } from './visit.ts';

type Of = Exclude<keyof Places, 'listing'>;

/** The page of a product. */
const pageOf =
  (which: Of) =>
  (places: Places): string =>
    paths.product(places[which].slug);
const at = (path: string) => (): string => path;
const listing = ({ listing }: Places): string => listing;
const filtered =
  (filters: string) =>
  (places: Places): string =>
    `${places.listing}&${filters}`;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

async function openSearch({ page }: Visit, text?: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  await page.getByText('Suggested Search Terms').waitFor();
  if (text) await page.getByPlaceholder('Search for products').fill(text);
}

/** Makes every picture of the next page fail. */
const breakPictures = ({ page }: Visit) =>
  page.route('**/*', (route) => (route.request().resourceType() === 'image' ? route.abort() : route.fallback()));

/** Screens of those who look around. */
export const catalogueScreens: readonly Screen[] = [
  { name: 'home', path: at('/'), whole: true },
  { name: 'home-broken-pictures', path: at('/'), before: breakPictures },
  { name: 'categories', path: at('/categories'), whole: true },
  { name: 'listing', path: listing, whole: true },
  { name: 'listing-broken-pictures', path: listing, before: breakPictures },
  { name: 'listing-filtered', path: filtered('in_stock=1&max_price=1500&sort_by=price_asc') },
  { name: 'listing-nothing-matches', path: filtered('max_price=1') },
  {
    name: 'listing-failed',
    path: listing,
    open: async ({ page }) => {
      await page.route(/\/shop\?|\/api\//, (route) => route.abort());
      await page.getByLabel('Sort by').selectOption('price_asc');
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'all-products', path: at('/shop') },
  { name: 'page-beyond-the-last', path: at('/shop?page=99') },
  { name: 'filters', path: listing, narrow: true, open: ({ page }) => press(page, /^Filters/) },
  {
    name: 'quick-add',
    path: ({ guide }) => `/shop?search=${encodeURIComponent(guide.name)}`,
    open: async ({ page }) => {
      await press(page, /^Add .+ to cart$/);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'names-hindi', path: ({ hindi }) => `/shop?search=${encodeURIComponent(hindi.name.split(' ')[0] ?? '')}` },
  { name: 'names-new', path: at('/shop?sort_by=newest') },
  { name: 'nothing-found', path: at('/shop?search=qqqqxzzk') },
  { name: 'search', path: at('/faq'), open: (visit) => openSearch(visit) },
  {
    name: 'search-recent',
    path: at('/faq'),
    open: async (visit) => {
      await openSearch(visit, 'blue');
      await visit.page.getByPlaceholder('Search for products').press('Enter');
      await visit.page.waitForURL('**/shop?search=blue');
      await openSearch(visit);
      await visit.page.getByText('Clear recent searches').waitFor();
    },
  },
  {
    name: 'search-typing',
    path: at('/faq'),
    open: async (visit) => {
      await openSearch(visit, 'blue');
      await visit.page.getByRole('option', { name: /^See all/ }).waitFor();
    },
  },
  {
    name: 'search-nothing',
    path: at('/faq'),
    open: async (visit) => {
      await openSearch(visit, 'qqqq');
      await visit.page.getByText(/^No matches/).waitFor();
    },
  },
  { name: 'menu', path: at('/faq'), narrow: true, open: ({ page }) => press(page, 'Menu') },
  {
    name: 'menu-categories',
    path: at('/faq'),
    narrow: true,
    open: async ({ page }) => {
      await press(page, 'Menu');
      await page.locator('.side-menu .expandable summary').first().click();
    },
  },
  { name: 'product', path: pageOf('product'), whole: true },
  { name: 'product-sizes', path: pageOf('sized'), whole: true },
  { name: 'product-colours', path: pageOf('designs'), whole: true },
  { name: 'product-options', path: pageOf('options') },
  { name: 'product-pictures', path: pageOf('pictures') },
  { name: 'product-long-name', path: pageOf('longName'), whole: true },
  { name: 'product-hindi', path: pageOf('hindi'), whole: true },
  { name: 'product-tamil', path: pageOf('tamil') },
  { name: 'product-broken-pictures', path: pageOf('pictures'), before: breakPictures },
  {
    name: 'product-delivery',
    path: pageOf('product'),
    open: async ({ page }) => {
      await page.getByLabel('Pincode').first().fill('682001');
      await page.locator('.delivery').getByText(/^by /).waitFor();
      await page.locator('.delivery').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'product-delivery-refused',
    path: pageOf('product'),
    open: async ({ page }) => {
      await page.getByLabel('Pincode').first().fill('000000');
      await page.locator('#delivery-note.error').first().waitFor();
    },
  },
  {
    name: 'product-facts',
    path: pageOf('longName'),
    open: async ({ page }) => {
      const folds = page.locator('.facts summary');
      await folds.last().click();
      await folds.first().click();
      await folds.first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'product-end',
    path: pageOf('product'),
    open: ({ page }) => page.getByRole('heading', { name: /^More from/ }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'gallery',
    path: pageOf('pictures'),
    open: async ({ page }) => {
      await page.getByRole('link', { name: 'Enlarge picture 1' }).click();
      await page.getByRole('dialog', { name: /^Pictures of/ }).waitFor();
    },
  },
  {
    name: 'size-guide',
    path: pageOf('guide'),
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Size guide' }).first().click();
      await page.getByRole('dialog', { name: 'Size guide' }).waitFor();
    },
  },
  {
    name: 'size-prompt',
    path: pageOf('sized'),
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
      // A sheet on phones, an error beside the sizes on wide screens.
      await page.getByText(/^(Choose a size|Please choose a size first)$/).waitFor();
    },
  },
  {
    name: 'add-failed',
    path: pageOf('plain'),
    open: async ({ page }) => {
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    },
  },
  { name: 'sold-out', path: pageOf('soldOut'), whole: true },
  {
    name: 'sold-out-error',
    path: pageOf('soldOut'),
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Tell me', exact: true }).click();
      await page.getByText('Email is required').waitFor();
    },
  },
  {
    name: 'sold-out-asked',
    path: pageOf('soldOut'),
    open: async ({ page }) => {
      await page.getByRole('textbox', { name: /^Email me when/ }).fill('meera@example.in');
      await page.getByRole('button', { name: 'Tell me', exact: true }).click();
      await page.getByText('We’ll email you once when it’s back.').waitFor();
    },
  },
  {
    name: 'heart-toast',
    path: pageOf('product'),
    open: async ({ page }) => {
      await page.locator('.product-name .wish').click();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    },
  },
];
