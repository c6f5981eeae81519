import type { Product } from '#lib/contract/catalogue.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { stripHtml } from '#lib/page/text/plain-text.ts';
import { CURRENCY } from '#lib/rules/money.ts';
import { listPictures } from '#lib/rules/pictures/product-pictures.ts';
import { percentOff } from '#lib/rules/product/price.ts';
import { toPreviewPicture } from './preview-picture.ts';
import { type JsonLd, SCHEMA_ORG } from './site-json-ld.ts';
import { readVariation } from './size-and-colour.ts';

/** Price and stock of one size, or of a product without sizes. */
interface OfferData {
  final_price: string;
  mrp: string;
  stock: number;
}

const toOffer = ({ final_price, mrp, stock }: OfferData, seller: string, productUrl: string): JsonLd => ({
  '@type': 'Offer',
  url: productUrl,
  price: final_price,
  priceCurrency: CURRENCY,
  availability: `${SCHEMA_ORG}/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
  itemCondition: `${SCHEMA_ORG}/NewCondition`,
  seller: { '@type': 'Organization', name: seller },
  ...(percentOff(final_price, mrp) > 0 && {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceType: `${SCHEMA_ORG}/StrikethroughPrice`,
      price: mrp,
      priceCurrency: CURRENCY,
    },
  }),
});

const picturesOf = (product: Product, url: URL): string[] => {
  return [
    ...new Set(listPictures(product).map((reference) => toAbsoluteUrl(toPreviewPicture(reference)?.src ?? reference, url))),
  ];
};

/**
 * Schema.org data of a product: with one offer, or as a ProductGroup with a variant per size. Ratings, return policy and GTIN are left
 * out because they are unknown; shipping is part of the organisation's data.
 */
export function toProductJsonLd(product: Product, url: URL): JsonLd {
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
      offers: toOffer(data, product.seller_name, productUrl),
    };
  }
  const variations = product.variants.map((variant) => ({
    variant,
    ...readVariation(variant.product_variation, product.option_name),
  }));
  const variesBy = [
    ...(variations.some(({ size }) => size) ? [`${SCHEMA_ORG}/size`] : []),
    ...(variations.some(({ colour }) => colour) ? [`${SCHEMA_ORG}/color`] : []),
  ];
  return {
    ...shared,
    '@type': 'ProductGroup',
    productGroupID: String(product.product_id),
    ...(variesBy.length > 0 && { variesBy }),
    hasVariant: variations.map(({ variant, size, colour }) => ({
      '@type': 'Product',
      name: `${product.name}, ${variant.product_variation}`,
      sku: `${product.product_id}-${variant.id}`,
      ...(size && { size }),
      ...(colour && { color: colour }),
      ...(pictures[0] && { image: pictures[0] }),
      offers: toOffer(variant, product.seller_name, productUrl),
    })),
  };
}
