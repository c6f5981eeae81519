import { MAX_VIEWED_PRODUCTS, readViewedProducts } from '#lib/client/viewed-products.ts';
import type { WindowEventName } from '#lib/client/window-events.ts';
import { SAVED_STATE_KEY, type SavedState, type ViewedProduct } from '#lib/contract/saved-state.ts';
import * as paths from '#lib/rules/routes/fixed-paths.ts';

function card({ id, slug, name, picture }: ViewedProduct): HTMLElement {
  const item = Object.assign(document.createElement('li'), { className: 'card' });
  const frame = Object.assign(document.createElement('div'), { className: 'picture' });
  const image = Object.assign(document.createElement('img'), {
    loading: 'lazy',
    src: picture,
    alt: name,
    width: 300,
    height: 400,
  });
  const link = Object.assign(document.createElement('a'), {
    href: paths.productPrefix + encodeURIComponent(slug),
    textContent: name,
  });
  const heading = document.createElement('h3');
  if (picture) {
    const source = document.createElement('picture');
    source.append(image);
    frame.append(source);
  }
  heading.append(link);
  const prices = Object.assign(document.createElement('p'), { className: 'prices viewed-prices' });
  if (id) prices.dataset['id'] = `${id}`;
  item.append(frame, heading, prices);
  return item;
}

/**
 * Shows the products viewed before on this device and adds this one. Their prices are asked for when they come into view, since they may have
 * changed. Blocked or corrupt storage shows nothing.
 */
function showViewed(section: HTMLElement): void {
  const present = JSON.parse(section.dataset['viewed'] as string) as ViewedProduct;
  const { saved, viewed } = readViewedProducts();
  const others = viewed.filter(({ slug }) => slug !== present.slug);
  const recentlyViewed = [present, ...others].slice(0, MAX_VIEWED_PRODUCTS);
  localStorage.setItem(SAVED_STATE_KEY, JSON.stringify({ ...saved, recentlyViewed } satisfies SavedState));
  if (others.length === 0) return;
  section.querySelector('ul')?.replaceChildren(...others.map(card));
  section.hidden = false;
  dispatchEvent(new Event('pictures' satisfies WindowEventName));
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    seen.disconnect();
    void import('./viewed-prices.ts').then(({ showPrices }) => showPrices(section)).catch(console.warn);
  });
  seen.observe(section);
}

const section = document.querySelector<HTMLElement>('[data-viewed]');
try {
  if (section) showViewed(section);
} catch (error) {
  console.warn('Recently viewed products cannot be remembered', error);
}
