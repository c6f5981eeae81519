import type { Product } from '../contract/catalogue.ts';
import type { StoreInfo } from '../contract/store.ts';
import { percentOff } from '../rules/money.ts';
import { splitPictures } from '../rules/picture.ts';
import { absolute } from './address.ts';
import { plainText, shorten } from './plain-text.ts';
import { previewPicture } from './preview-picture.ts';
import { element } from './xml.ts';

/** What Merchant Center takes at most: characters of a title and of a description, and pictures beside the first. */
const TITLE = 150;
const DESCRIPTION = 5000;
const MORE_PICTURES = 10;

/** What differs from one size to the next. */
interface Offer {
  id: string;
  size?: string;
  price: string;
  mrp: string;
  stock: number;
}

const offersOf = (product: Product): Offer[] =>
  product.variants.length > 0
    ? product.variants.map((variant) => ({
        id: `${product.product_id}-${variant.id}`,
        size: variant.product_variation,
        price: variant.final_price,
        mrp: variant.mrp,
        stock: variant.stock,
      }))
    : [{ id: String(product.product_id), price: product.final_price, mrp: product.mrp, stock: product.product_stock }];

function item(product: Product, offer: Offer, url: URL): string {
  const pictures = [product.cover_image, ...splitPictures(product.product_images)].filter(
    (one) => previewPicture([one]) !== undefined,
  );
  const [first, ...more] = [...new Set(pictures.map((picture) => absolute(picture as string, url)))];
  const lower = percentOff(offer.price, offer.mrp) > 0;
  const fields: [name: string, text: string | undefined][] = [
    ['g:id', offer.id],
    ['g:title', shorten(offer.size ? `${product.name}, ${offer.size}` : product.name, TITLE)],
    ['g:description', shorten(plainText(product.description) || product.name, DESCRIPTION)],
    ['g:link', absolute(`/products/${product.slug}`, url)],
    ['g:image_link', first],
    ...more.slice(0, MORE_PICTURES).map((picture): [string, string] => ['g:additional_image_link', picture]),
    ['g:availability', offer.stock > 0 ? 'in_stock' : 'out_of_stock'],
    ['g:price', `${lower ? offer.mrp : offer.price} INR`],
    ['g:sale_price', lower ? `${offer.price} INR` : undefined],
    ['g:brand', product.brand],
    ['g:condition', 'new'],
    ['g:product_type', product.sub_category.sub_category_name],
    ['g:item_group_id', offer.size === undefined ? undefined : String(product.product_id)],
    ['g:size', offer.size],
    ['g:identifier_exists', 'no'],
  ];
  const shipping = `<g:shipping>${element('g:country', 'IN')}${element('g:price', '0.00 INR')}</g:shipping>`;
  return `<item>${fields.map(([name, text]) => (text ? element(name, text) : '')).join('')}${shipping}</item>`;
}

/** The shop's products as Google Merchant Center reads them (RSS 2.0 with its `g:` names): one item for each size. */
export function merchantFeed(store: StoreInfo, products: Product[], url: URL): string {
  const items = products.flatMap((product) => offersOf(product).map((offer) => item(product, offer, url)));
  const head =
    element('title', store.store_name) +
    element('link', absolute('/', url)) +
    element('description', `Products of ${store.store_name}`);
  return `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head}\n${items.join('\n')}\n</channel></rss>`;
}
