import { browserConnection } from '#lib/client/browser-connection.ts';
import { isRefused, request } from '#lib/client/request.ts';
import { getProductsCall, type Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { stockNote } from '#lib/rules/product/stock-notes.ts';
import { hasPriceRange, percentOff } from '#lib/site/price.ts';

const makeText = (className: string, textContent: string): HTMLElement =>
  Object.assign(document.createElement('span'), { className, textContent });

function describePrice(product: Product): HTMLElement[] {
  const { final_price, mrp } = product;
  const shown = formatRupees(final_price);
  const price = makeText('price', hasPriceRange(product) ? t('From {price}', { price: shown }) : shown);
  price.translate = false;
  const off = percentOff(final_price, mrp);
  return off > 0 ? [price, makeText('off', t('{percent}% off', { percent: off }))] : [price];
}

/**
 * Shows the present prices of the recently viewed products, asked for in one call. A product that the store does not send has none; after
 * a failed call no product has one.
 */
export async function showPrices(section: HTMLElement): Promise<void> {
  const places = [...section.querySelectorAll<HTMLElement>('.viewed-prices[data-id]')];
  if (places.length === 0) return;
  const product_id = places.map(({ dataset }) => dataset['id']).join(',');
  const outcome = await request(browserConnection, getProductsCall, { params: { page: 1 }, body: { product_id } });
  if (!outcome || isRefused(outcome)) return;
  const products = new Map(outcome.data.map((product) => [`${product.product_id}`, product]));
  for (const place of places) {
    const product = products.get(place.dataset['id'] ?? '');
    if (!product || product.unpriced) continue;
    place.replaceChildren(...describePrice(product));
    const note = stockNote(product);
    if (note) place.parentElement?.querySelector('.picture')?.append(makeText('badge card-note', note));
  }
}
