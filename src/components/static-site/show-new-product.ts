import BreadcrumbBanner from '#components/BreadcrumbBanner.astro';
import Gallery from '#components/gallery/Gallery.astro';
import ProductFacts from '#components/product/ProductFacts.astro';
import ProductHeading from '#components/product/ProductHeading.astro';
import ProductLinks from '#components/product/ProductLinks.astro';
import { browserConnection } from '#lib/client/browser-connection.ts';
import { isRefused, request } from '#lib/client/request.ts';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPageTitle } from '#lib/page/seo/title-and-description.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { toRatio } from '#lib/rules/pictures/ratio.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { packVariants } from '#lib/site/packed-variants.ts';
import { renderToHtml } from './astro-runtime.ts';
import { sanitiseInBrowser } from './sanitise-in-browser.ts';

const root = document.documentElement;

/** A value in the form that `astro-island` reads: arrays are of type 1, all else of type 0. */
const toIslandValue = (value: unknown): [number, unknown] => {
  if (Array.isArray(value)) return [1, value.map(toIslandValue)];
  return [0, typeof value === 'object' && value !== null ? toIslandProps(value) : value];
};

const toIslandProps = (props: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(props).map(([name, value]) => [name, toIslandValue(value)]));

/** Gives an island of the page's template its props; those that the template knows stay. */
function setProps(island: Element | undefined, props: object): void {
  const known = JSON.parse(island?.getAttribute('props') ?? '{}');
  island?.setAttribute('props', JSON.stringify({ ...known, ...toIslandProps(props) }));
}

const toElement = async (component: unknown, props: object): Promise<DocumentFragment> => {
  const template = document.createElement('template');
  template.innerHTML = await renderToHtml(component, props);
  return template.content;
};

/** Draws a product's page in place of Page Not Found, with the components of its page. */
async function draw(content: Element, product: Product): Promise<void> {
  const category = product.sub_category.sub_category_name || t('Category');
  const shipping = root.dataset['shipping'] ? JSON.parse(root.dataset['shipping']) : undefined;
  const storeName = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
  const ratio = getComputedStyle(root).getPropertyValue('--ratio');
  const described = { ...product, description: sanitiseInBrowser(product.description) };
  const template = document.querySelector<HTMLTemplateElement>('#new-product');
  const page = document.importNode((template as HTMLTemplateElement).content, true);
  const islands = [...page.querySelectorAll('astro-island')];
  setProps(islands[0], { product: { ...product, variants: [] }, packed: packVariants(product) });
  const charges = toCharges(shipping);
  const quoted = charges.byPincode ? { product: { id: product.product_id, variant: product.variants[0]?.id } } : {};
  setProps(islands[1], quoted);
  const parts: [selector: string, component: unknown, props: object][] = [
    [
      '.gallery',
      Gallery,
      { pictures: splitPictures(product.product_images), name: product.name, ratio: Number(ratio) || toRatio(undefined) },
    ],
    ['.product-name', ProductHeading, { product }],
    ['.facts', ProductFacts, { product: described }],
    ['.product-links', ProductLinks, { product, url: location.origin + paths.product(product.slug) }],
  ];
  for (const [selector, component, props] of parts) page.querySelector(selector)?.replaceWith(await toElement(component, props));
  const banner = { title: category, href: paths.category(category), subtitle: product.name };
  content.replaceChildren(await toElement(BreadcrumbBanner, banner), page);
  document.title = formatPageTitle(product.name, storeName);
  dispatchWindowEvent('pictures');
  dispatchWindowEvent('island:hydrated');
  await import('./product-scripts.ts');
}

/** Asks the store for the product of the path; without one the page stays Page Not Found. */
async function showNewProduct(): Promise<void> {
  const slug = decodeURIComponent(location.pathname.slice(paths.productPrefix.length));
  const outcome = await request(browserConnection, singleProductDetailsCall, { params: { slug } });
  const content = document.querySelector('main');
  if (outcome && !isRefused(outcome) && outcome.data.slug !== slug)
    return location.replace(paths.product(outcome.data.slug) + location.search + location.hash);
  if (outcome && !isRefused(outcome) && content) await draw(content, outcome.data);
}

showNewProduct()
  .catch((error: unknown) => console.warn('The product could not be shown', error))
  .finally(() => delete root.dataset['newProduct']);
