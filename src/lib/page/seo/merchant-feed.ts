import { offerId } from '#lib/client/analytics/offer-id.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import type { StoreInfo } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { stripHtml, truncateText } from '#lib/page/text/plain-text.ts';
import { type Charges, isSameEverywhere, shippingFor, toCharges } from '#lib/rules/charges.ts';
import { CURRENCY, toPaise, toRupees } from '#lib/rules/money.ts';
import { listPictures, splitPictures } from '#lib/rules/pictures/reference.ts';
import { variantQuery } from '#lib/rules/routes/variant-address.ts';
import { percentOff } from '#lib/site/price.ts';
import { toPreviewPicture } from './preview-picture.ts';
import { streamProductBatches } from './products-per-file.ts';
import { readSizeAndColour } from './size-and-colour.ts';
import { renderXmlElement } from './xml.ts';

/** Limits of Google's product data specification: characters per text, and number of additional pictures. */
const LIMITS = { title: 150, description: 5000, brand: 70, size: 100, colour: 100, morePictures: 10 } as const;

/** Fields that differ between the sizes of a product. */
interface Offer {
  id: string;
  variantName?: string;
  price: string;
  mrp: string;
  stock: number;
  gtin?: string | undefined;
  saleEndsAt?: string | undefined;
  picture?: number | undefined;
  /** Query of its address; '' for the product's. */
  query: string;
}

/** What every item of a feed needs. */
export interface FeedContext {
  /** Address of the feed, for absolute URLs. */
  url: URL;
  charges: Charges;
}

const toOffers = (product: Product): Offer[] =>
  product.variants.length > 0
    ? product.variants.map((variant) => ({
        id: offerId(product.product_id, variant.id),
        variantName: variant.product_variation,
        price: variant.final_price,
        mrp: variant.mrp,
        stock: variant.stock,
        gtin: variant.gtin,
        saleEndsAt: variant.sale_ends_at,
        picture: variant.picture,
        query: variantQuery(variant.id),
      }))
    : [
        {
          id: offerId(product.product_id),
          price: product.final_price,
          mrp: product.mrp,
          stock: product.product_stock,
          gtin: product.gtin,
          saleEndsAt: product.sale_ends_at,
          query: '',
        },
      ];

/**
 * Until when a sale price counts, so that it is right between two reads of the feed. Google wants a start too, and any that is past will do: the
 * product's last change is when its sale began, or later.
 */
const toSaleTime = ({ updated_at }: Product, { saleEndsAt }: Offer): string | undefined =>
  saleEndsAt && updated_at && updated_at < saleEndsAt ? `${updated_at}/${saleEndsAt}`.replaceAll(/\.\d+Z/g, 'Z') : undefined;

/** Product name and variant, with the name truncated to fit the limit. */
function formatTitle(product: Product, { variantName }: Offer): string {
  const end = variantName ? `, ${truncateText(variantName, LIMITS.size)}` : '';
  return truncateText(product.name, LIMITS.title - end.length) + end;
}

/** URLs of the pictures in supported formats: the offer's own first, then the product's, main picture first. */
function picturesOf(product: Product, { picture }: Offer, url: URL): string[] {
  const own = picture === undefined ? [] : splitPictures(product.product_images).slice(picture, picture + 1);
  const pictures = [...own, ...listPictures(product)].flatMap((reference) => toPreviewPicture(reference)?.src ?? []);
  return [...new Set(pictures.map((address) => toAbsoluteUrl(address, url)))];
}

/**
 * Shipping of an order with this offer alone, and its days; nothing where it is not the same for all of India or the days are unknown. Where it
 * differs it is the highest: Google takes no regions of India, and wants what shoppers pay or more.
 */
const renderShipping = ({ price }: Offer, charges: Charges): string => {
  const { days } = charges;
  if (!days && !isSameEverywhere(charges)) return '';
  const rate = toRupees(shippingFor(toPaise(price), charges));
  const fields = [
    ['g:country', 'IN'],
    ['g:price', `${rate} ${CURRENCY}`],
    ...(days
      ? [
          ['g:min_transit_time', String(days.from)],
          ['g:max_transit_time', String(days.to)],
        ]
      : []),
  ];
  return `<g:shipping>${fields.map(([name = '', text = '']) => renderXmlElement(name, text)).join('')}</g:shipping>`;
};

function renderItem(product: Product, offer: Offer, [first, ...more]: string[], { url, charges }: FeedContext): string {
  const { size, colour } = readSizeAndColour(offer.variantName ?? '', product.option_name);
  const isReduced = percentOff(offer.price, offer.mrp) > 0;
  const fields: [name: string, text: string | undefined][] = [
    ['g:id', offer.id],
    ['g:title', formatTitle(product, offer)],
    ['g:description', truncateText(stripHtml(product.description) || product.name, LIMITS.description)],
    ['g:link', toAbsoluteUrl(`/products/${product.slug}`, url) + offer.query],
    ['g:image_link', first],
    ...more.slice(0, LIMITS.morePictures).map((picture): [string, string] => ['g:additional_image_link', picture]),
    ['g:availability', offer.stock > 0 ? 'in_stock' : 'out_of_stock'],
    ['g:price', `${isReduced ? offer.mrp : offer.price} ${CURRENCY}`],
    ['g:sale_price', isReduced ? `${offer.price} ${CURRENCY}` : undefined],
    ['g:sale_price_effective_date', isReduced ? toSaleTime(product, offer) : undefined],
    ['g:brand', product.brand && truncateText(product.brand, LIMITS.brand)],
    ['g:gtin', offer.gtin],
    ['g:identifier_exists', offer.gtin ? undefined : 'no'],
    ['g:condition', 'new'],
    ['g:product_type', product.sub_category.sub_category_name],
    ['g:item_group_id', offer.variantName === undefined ? undefined : offerId(product.product_id)],
    ['g:color', colour && truncateText(colour, LIMITS.colour)],
    ['g:size', size && truncateText(size, LIMITS.size)],
  ];
  const elements = fields.map(([name, text]) => (text ? renderXmlElement(name, text) : ''));
  return `<item>${elements.join('')}${renderShipping(offer, charges)}</item>`;
}

/**
 * Renders one feed item per size. Products without a price or a supported picture are left out, since Google rejects them. MPNs are unknown.
 */
export const renderFeedItems = (products: Product[], context: FeedContext): string[] =>
  products.flatMap((product) => {
    if (product.unpriced) return [];
    const offers = toOffers(product).map((offer) => ({ offer, pictures: picturesOf(product, offer, context.url) }));
    return offers.flatMap(({ offer, pictures }) => (pictures.length > 0 ? renderItem(product, offer, pictures, context) : []));
  });

/** Renders the Google Merchant Center feed: RSS 2.0 with `g:` elements, around the items of `renderFeedItems`. */
export function renderMerchantFeed(store: StoreInfo, items: string[], url: URL): string {
  const head =
    renderXmlElement('title', store.store_name) +
    renderXmlElement('link', toAbsoluteUrl('/', url)) +
    renderXmlElement('description', t('Products of {shop}', { shop: store.store_name }));
  return `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head}\n${items.join('\n')}\n</channel></rss>`;
}

/**
 * Renders one file of the product feed, counted from 1. The first file exists even without products; others are undefined when empty.
 */
export async function renderFeedFile(store: StoreInfo, file: number, url: URL): Promise<string | undefined> {
  const charges = toCharges(store.shipping);
  const items: string[] = [];
  let products = 0;
  for await (const batch of streamProductBatches(file)) {
    products += batch.length;
    items.push(...renderFeedItems(batch, { url, charges }));
  }
  return products > 0 || file === 1 ? renderMerchantFeed(store, items, url) : undefined;
}
