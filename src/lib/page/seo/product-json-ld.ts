import type { Product } from '#lib/contract/catalogue.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { stripHtml } from '#lib/page/text/plain-text.ts';
import { percentOff } from '#lib/rules/money.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import type { JsonLd } from './json-ld.ts';
import { toPreviewPicture } from './preview-picture.ts';
import { readVariation } from './variation.ts';

const context = 'https://schema.org';

/** What one size, or a product without sizes, is sold for. */
interface Sold {
  final_price: string;
  mrp: string;
  stock: number;
}

const offer = ({ final_price, mrp, stock }: Sold, seller: string, address: string): JsonLd => ({
  '@type': 'Offer',
  url: address,
  price: final_price,
  priceCurrency: 'INR',
  availability: `${context}/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
  itemCondition: `${context}/NewCondition`,
  seller: { '@type': 'Organization', name: seller },
  ...(percentOff(final_price, mrp) > 0 && {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceType: `${context}/StrikethroughPrice`,
      price: mrp,
      priceCurrency: 'INR',
    },
  }),
});

/** The product's pictures as other programs can draw them. */
const picturesOf = (product: Product, url: URL): string[] => {
  const references = [...(product.cover_image ? [product.cover_image] : []), ...splitPictures(product.product_images)];
  return [...new Set(references.map((reference) => toAbsoluteUrl(toPreviewPicture(reference)?.src ?? reference, url)))];
};

/**
 * A product as search engines read it (schema.org): with its offer, or as a group with a variant for each size. Only what is known is
 * said: no rating, no return policy, no number that the maker gave. That shipping is free is said once, by the shop.
 */
export function toProductJsonLd(product: Product, url: URL): JsonLd {
  const address = toAbsoluteUrl(`/products/${product.slug}`, url);
  const pictures = picturesOf(product, url);
  const description = stripHtml(product.description);
  const shared: JsonLd = {
    '@context': context,
    name: product.name,
    url: address,
    ...(description && { description }),
    ...(pictures.length > 0 && { image: pictures }),
    ...(product.sub_category.sub_category_name && { category: product.sub_category.sub_category_name }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.country_of_origin && { countryOfOrigin: { '@type': 'Country', name: product.country_of_origin } }),
  };
  if (product.variants.length === 0) {
    const sold = { ...product, stock: product.product_stock };
    return {
      ...shared,
      '@type': 'Product',
      sku: String(product.product_id),
      offers: offer(sold, product.seller_name, address),
    };
  }
  const variations = product.variants.map((variant) => ({ variant, ...readVariation(variant.product_variation) }));
  const variesBy = [
    ...(variations.some(({ size }) => size) ? [`${context}/size`] : []),
    ...(variations.some(({ colour }) => colour) ? [`${context}/color`] : []),
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
      offers: offer(variant, product.seller_name, address),
    })),
  };
}
