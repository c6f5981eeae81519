import type { Product } from '#lib/contract/catalogue.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { stripHtml } from '#lib/page/text/plain-text.ts';
import { type Charges, isSameEverywhere, noCharges, shippingFor } from '#lib/rules/charges.ts';
import { CURRENCY, toPaise, toRupees } from '#lib/rules/money.ts';
import { listPictures, splitPictures } from '#lib/rules/pictures/reference.ts';
import { variantQuery } from '#lib/rules/routes/variant-address.ts';
import { percentOff } from '#lib/site/price.ts';
import { toPreviewPicture } from './preview-picture.ts';
import { type JsonLd, SCHEMA_ORG, toAmount } from './site-json-ld.ts';
import { readSizeAndColour } from './size-and-colour.ts';

/** Price and stock of one size, or of a product without sizes. */
interface OfferData {
  final_price: string;
  mrp: string;
  stock: number;
  sale_ends_at?: string | undefined;
}

/** Above this number of variants a product has one summary of their offers, which keeps its page small. */
const MAX_VARIANTS = 100;

/** Days between an order and its dispatch: none before the cut-off hour. */
const HANDLING_DAYS = { from: 0, to: 1 };

const toDays = ({ from, to }: { from: number; to: number }): JsonLd => ({
  '@type': 'QuantitativeValue',
  minValue: from,
  maxValue: to,
  unitCode: 'DAY',
});

/**
 * Returns the shipping of an order with one offer alone, by its price, for a shop whose zones serve every pincode and say their days; nothing for
 * others. It is true for all shoppers: the rate if it is the same everywhere, else the highest. Google knows no regions of India. Each rate
 * is written out once, which keeps a page with many variants small.
 */
function createShipping(charges: Charges): (price: string) => { shippingDetails?: JsonLd } {
  const { days } = charges;
  if (!days) return () => ({});
  const written = new Set<string>();
  return (price) => {
    const rate = shippingFor(toPaise(price), charges);
    const id = `#shipping-${rate}`;
    if (written.has(id)) return { shippingDetails: { '@id': id } };
    written.add(id);
    const isExact = rate === 0 || isSameEverywhere(charges);
    return {
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        '@id': id,
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
        shippingRate: { '@type': 'MonetaryAmount', [isExact ? 'value' : 'maxValue']: toAmount(rate), currency: CURRENCY },
        deliveryTime: { '@type': 'ShippingDeliveryTime', handlingTime: toDays(HANDLING_DAYS), transitTime: toDays(days) },
      },
    };
  };
}

type ShippingOf = ReturnType<typeof createShipping>;

const toOffer = (
  { final_price, mrp, stock, sale_ends_at }: OfferData,
  seller: string,
  productUrl: string,
  shippingOf: ShippingOf,
): JsonLd => ({
  '@type': 'Offer',
  url: productUrl,
  price: final_price,
  priceCurrency: CURRENCY,
  ...(sale_ends_at && { priceValidUntil: sale_ends_at }),
  availability: `${SCHEMA_ORG}/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
  itemCondition: `${SCHEMA_ORG}/NewCondition`,
  ...(seller && { seller: { '@type': 'Organization', name: seller } }),
  ...(percentOff(final_price, mrp) > 0 && {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceType: `${SCHEMA_ORG}/StrikethroughPrice`,
      price: mrp,
      priceCurrency: CURRENCY,
    },
  }),
  ...shippingOf(final_price),
});

const pictureUrl = (reference: string, url: URL): string => toAbsoluteUrl(toPreviewPicture(reference)?.src ?? reference, url);

const picturesOf = (product: Product, url: URL): string[] => [
  ...new Set(listPictures(product).map((reference) => pictureUrl(reference, url))),
];

/** Lowest and highest price of many variants. */
function toAggregateOffer({ variants, seller_name }: Product, productUrl: string, shippingOf: ShippingOf): JsonLd {
  const prices = variants.map(({ final_price }) => toPaise(final_price));
  const lowPrice = toRupees(Math.min(...prices));
  return {
    '@type': 'AggregateOffer',
    url: productUrl,
    lowPrice,
    highPrice: toRupees(Math.max(...prices)),
    priceCurrency: CURRENCY,
    offerCount: variants.length,
    availability: `${SCHEMA_ORG}/${variants.some(({ stock }) => stock > 0) ? 'InStock' : 'OutOfStock'}`,
    itemCondition: `${SCHEMA_ORG}/NewCondition`,
    ...(seller_name && { seller: { '@type': 'Organization', name: seller_name } }),
    ...shippingOf(lowPrice),
  };
}

/**
 * Schema.org data of a product: with one offer, or as a ProductGroup with a variant per size. Ratings are left out because they are
 * unknown. Returns, and shipping that is the same for every pincode, are part of the organisation's data.
 */
export function toProductJsonLd(product: Product, url: URL, charges = noCharges): JsonLd {
  const shippingOf = createShipping(charges);
  const productUrl = toAbsoluteUrl(`/products/${product.slug}`, url);
  const pictures = picturesOf(product, url);
  const description = stripHtml(product.description);
  const shared: JsonLd = {
    '@context': SCHEMA_ORG,
    name: product.name,
    url: productUrl,
    ...(description && { description }),
    ...(pictures.length > 0 && { image: pictures }),
    ...(product.sub_category.sub_category_name && { category: product.sub_category.sub_category_name }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.country_of_origin && { countryOfOrigin: { '@type': 'Country', name: product.country_of_origin } }),
  };
  if (product.variants.length === 0) {
    const data = { ...product, stock: product.product_stock };
    return {
      ...shared,
      '@type': 'Product',
      sku: String(product.product_id),
      ...(product.gtin && { gtin: product.gtin }),
      ...(!product.unpriced && { offers: toOffer(data, product.seller_name, productUrl, shippingOf) }),
    };
  }
  if (product.variants.length > MAX_VARIANTS) {
    const sku = String(product.product_id);
    return { ...shared, '@type': 'Product', sku, offers: toAggregateOffer(product, productUrl, shippingOf) };
  }
  const references = splitPictures(product.product_images);
  const variants = product.variants.map((variant) => ({
    variant,
    ...readSizeAndColour(variant.product_variation, product.option_name),
  }));
  const variesBy = [
    ...(variants.some(({ size }) => size) ? [`${SCHEMA_ORG}/size`] : []),
    ...(variants.some(({ colour }) => colour) ? [`${SCHEMA_ORG}/color`] : []),
  ];
  return {
    ...shared,
    '@type': 'ProductGroup',
    productGroupID: String(product.product_id),
    ...(variesBy.length > 0 && { variesBy }),
    hasVariant: variants.map(({ variant, size, colour }) => {
      const own = variant.picture === undefined ? undefined : references[variant.picture];
      const picture = own === undefined ? pictures[0] : pictureUrl(own, url);
      const address = productUrl + variantQuery(variant.id);
      return {
        '@type': 'Product',
        name: `${product.name}, ${variant.product_variation}`,
        sku: `${product.product_id}-${variant.id}`,
        ...(size && { size }),
        ...(colour && { color: colour }),
        ...(variant.gtin && { gtin: variant.gtin }),
        ...(picture && { image: picture }),
        offers: toOffer(variant, product.seller_name, address, shippingOf),
      };
    }),
  };
}
