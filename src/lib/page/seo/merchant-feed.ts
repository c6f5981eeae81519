import type { Product } from '#lib/contract/catalogue.ts';
import type { StoreInfo } from '#lib/contract/store.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { stripHtml, truncateText } from '#lib/page/text/plain-text.ts';
import { percentOff } from '#lib/rules/money.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { toPreviewPicture } from './preview-picture.ts';
import { readVariation } from './variation.ts';
import { renderXmlElement } from './xml.ts';

/** What Google's product data specification takes at most: characters of a text, and pictures beside the first. */
const MOST = { title: 150, description: 5000, brand: 70, size: 100, colour: 100, morePictures: 10 } as const;

/** What differs from one size to the next. */
interface Offer {
  id: string;
  variation?: string;
  price: string;
  mrp: string;
  stock: number;
}

const offersOf = (product: Product): Offer[] =>
  product.variants.length > 0
    ? product.variants.map((variant) => ({
        id: `${product.product_id}-${variant.id}`,
        variation: variant.product_variation,
        price: variant.final_price,
        mrp: variant.mrp,
        stock: variant.stock,
      }))
    : [{ id: String(product.product_id), price: product.final_price, mrp: product.mrp, stock: product.product_stock }];

/** The offer's name: the product's, cut where the two are too long together, and the variation. */
function titleOf(product: Product, { variation }: Offer): string {
  const end = variation ? `, ${truncateText(variation, MOST.size)}` : '';
  return truncateText(product.name, MOST.title - end.length) + end;
}

/** The pictures of a product that a feed may name, the one that stands for it first. */
function picturesOf(product: Product, url: URL): string[] {
  const references = [...(product.cover_image ? [product.cover_image] : []), ...splitPictures(product.product_images)];
  const pictures = references.flatMap((reference) => toPreviewPicture(reference)?.src ?? []);
  return [...new Set(pictures.map((picture) => toAbsoluteUrl(picture, url)))];
}

function item(product: Product, offer: Offer, [first, ...more]: string[], url: URL): string {
  const { size, colour } = readVariation(offer.variation ?? '');
  const lower = percentOff(offer.price, offer.mrp) > 0;
  const fields: [name: string, text: string | undefined][] = [
    ['g:id', offer.id],
    ['g:title', titleOf(product, offer)],
    ['g:description', truncateText(stripHtml(product.description) || product.name, MOST.description)],
    ['g:link', toAbsoluteUrl(`/products/${product.slug}`, url)],
    ['g:image_link', first],
    ...more.slice(0, MOST.morePictures).map((picture): [string, string] => ['g:additional_image_link', picture]),
    ['g:availability', offer.stock > 0 ? 'in_stock' : 'out_of_stock'],
    ['g:price', `${lower ? offer.mrp : offer.price} INR`],
    ['g:sale_price', lower ? `${offer.price} INR` : undefined],
    ['g:brand', product.brand && truncateText(product.brand, MOST.brand)],
    ['g:identifier_exists', 'no'],
    ['g:condition', 'new'],
    ['g:product_type', product.sub_category.sub_category_name],
    ['g:item_group_id', offer.variation === undefined ? undefined : String(product.product_id)],
    ['g:color', colour && truncateText(colour, MOST.colour)],
    ['g:size', size && truncateText(size, MOST.size)],
  ];
  const shipping = `<g:shipping>${renderXmlElement('g:country', 'IN')}${renderXmlElement('g:price', '0.00 INR')}</g:shipping>`;
  return `<item>${fields.map(([name, text]) => (text ? renderXmlElement(name, text) : '')).join('')}${shipping}</item>`;
}

/**
 * The items that some products are in a feed: one for each size. A product that no picture can be shown of is left out, for Google
 * refuses it. Numbers that makers give to products (GTIN, MPN) are not known.
 */
export const renderFeedItems = (products: Product[], url: URL): string[] =>
  products.flatMap((product) => {
    const pictures = picturesOf(product, url);
    return pictures.length > 0 ? offersOf(product).map((offer) => item(product, offer, pictures, url)) : [];
  });

/** The shop's products as Google Merchant Center reads them: RSS 2.0 with its `g:` names, around the items of `feedItems`. */
export function renderMerchantFeed(store: StoreInfo, items: string[], url: URL): string {
  const head =
    renderXmlElement('title', store.store_name) +
    renderXmlElement('link', toAbsoluteUrl('/', url)) +
    renderXmlElement('description', `Products of ${store.store_name}`);
  return `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head}\n${items.join('\n')}\n</channel></rss>`;
}
