import * as z from 'zod/mini';
import { defineCall, replyWith } from './calls/define-call.ts';
import { MAX_SEARCH } from './field-lengths.ts';
import { id, rupees, timestamp } from './fields.ts';
import { MAX_CATEGORY_IDS } from './limits.ts';
import { allVariants, filters, pageParameter } from './listing/filters.ts';
import { failure } from './messages/failures.ts';

export const variant = z.object({
  id,
  product_variation: z.string(),
  final_price: rupees,
  mrp: rupees,
  stock: z.int(),
  /** Position of its own picture in `product_images`, from 0. */
  picture: z.optional(z.int().check(z.nonnegative())),
  /** Barcode with a valid check digit. */
  gtin: z.optional(z.string()),
  /** Until when `final_price` counts, while a sale with an end runs. */
  sale_ends_at: z.optional(timestamp),
});
export type Variant = z.output<typeof variant>;

/** A fact of a product, such as fabric or care. */
export const productAttribute = z.object({ name: z.string(), value: z.string() });
export type ProductAttribute = z.output<typeof productAttribute>;

const productDesign = z.object({
  product_id: id,
  slug: z.string(),
  /** The colour if it is known, else the name of the product. */
  label: z.string(),
  /** Picture reference; empty without a picture. */
  picture: z.string(),
  sold_out: z.optional(z.literal(true)),
});
export type ProductDesign = z.output<typeof productDesign>;

/** Measurements of the sizes, or a page that has them. */
const sizeGuide = z.object({
  name: z.string(),
  /** What is measured, in the order of the values of a row. */
  columns: z.optional(z.array(z.string())),
  /** The measurements of each size in centimetres: numbers, ranges such as "86–91", or words. */
  rows: z.optional(z.array(z.object({ size: z.string(), values: z.array(z.string()) }))),
  /** Path or URL of a page. */
  page: z.optional(z.string()),
});
export type ProductSizeGuide = z.output<typeof sizeGuide>;

/**
 * A product as lists and pages receive it, sold by either a retailer or a wholesaler. Without variants, its own price and stock apply.
 */
export const product = z.object({
  product_id: id,
  retailer_product_id: z.optional(id),
  slug: z.string(),
  /** Slugs that it once had, whose addresses lead to it. */
  old_slugs: z.optional(z.array(z.string())),
  name: z.string(),
  /** Sanitised HTML. */
  description: z.string(),
  brand: z.optional(z.string()),
  /** Comma-separated picture references; the first is the thumbnail (see rules/pictures/reference.ts). */
  product_images: z.string(),
  cover_image: z.optional(z.string()),
  sub_category: z.object({ id: z.optional(id), sub_category_name: z.string() }),
  mrp: rupees,
  final_price: rupees,
  product_stock: z.int(),
  /** The store tells no price, so that the product cannot be bought; its prices and stock are then 0. */
  unpriced: z.optional(z.literal(true)),
  retailer_id: z.optional(id),
  wholesaler_id: z.optional(id),
  seller_name: z.string(),
  country_of_origin: z.optional(z.string()),
  /** What the variants differ in, such as "Colour" or "Size / Colour"; "Size" if absent. */
  option_name: z.optional(z.string()),
  /** Its facts, in the owner's order. */
  attributes: z.optional(z.array(productAttribute)),
  /** The same design in all its colours, this product included. */
  designs: z.optional(z.array(productDesign)),
  size_guide: z.optional(sizeGuide),
  /** Title and description for search engines, in place of those that the page makes. */
  seo_title: z.optional(z.string()),
  seo_description: z.optional(z.string()),
  /** Ids of products on sale that the owner has chosen to show with it, the first ones first. */
  related: z.optional(z.array(id)),
  /** Barcode of a product without variants, with a valid check digit. */
  gtin: z.optional(z.string()),
  /** Of a product without variants: until when `final_price` counts, while a sale with an end runs. */
  sale_ends_at: z.optional(timestamp),
  variants: z.array(variant),
  /** How many variants there are, when a list leaves some out (see `all_variants`); `product_stock` counts all of them. */
  variants_total: z.optional(z.int().check(z.positive())),
  created_at: z.optional(timestamp),
  /** When the text, pictures, price, sizes or availability last changed. */
  updated_at: z.optional(timestamp),
});
export type Product = z.output<typeof product>;

const productPage = z.object({
  success: z.literal(true),
  message: z.optional(z.string()),
  data: z.array(product),
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  /** There are more products than `total`, and pages after `last_page`; a store that does not send it counts all. */
  more: z.optional(z.literal(true)),
  /** The store does not say how many pages there are; `last_page` and `total` are what is known of them. */
  uncounted: z.optional(z.literal(true)),
  /** A word of the catalogue that is spelt nearly as a search that finds nothing. */
  correction: z.optional(z.string()),
});
export type ProductPage = z.output<typeof productPage>;

export const getProductsCall = defineCall({
  name: 'getProducts',
  method: 'POST',
  path: '/get-products',
  access: 'anyone',
  summary: 'A page of products, filtered and sorted.',
  params: z.object({ page: pageParameter }),
  body: z.object({ ...filters, ...allVariants }),
  encoding: 'form',
  reply: productPage,
  failure: failure.products,
});

export const searchProductsCall = defineCall({
  name: 'searchProducts',
  method: 'POST',
  path: '/search-products',
  access: 'anyone',
  summary: 'Products that match a search text, best first, with the same filters as a listing.',
  params: z.object({ page: pageParameter }),
  body: z.object({ search: z.string().check(z.trim(), z.maxLength(MAX_SEARCH)), page: pageParameter, ...filters }),
  reply: productPage,
  failure: failure.search,
});

const count = z.int().check(z.nonnegative());

/** Facets of a listing: the product count of each filter value. Values without products are left out. */
export const facets = z.object({
  sub_categories: z.array(z.object({ id, count })),
  /** Sizes are counted case-insensitively and spelt as the catalogue spells them most often. */
  sizes: z.array(z.object({ size: z.string(), count })),
  in_stock: count,
  out_of_stock: count,
  /** Lowest and highest price, ignoring the price filter; null without products. */
  price: z.nullable(z.object({ min: rupees, max: rupees })),
  /** Families of colours. */
  colours: z.optional(z.array(z.object({ colour: z.string(), count }))),
  brands: z.optional(z.array(z.object({ brand: z.string(), count }))),
  /** Products with at least this discount on the MRP, in percent. */
  discounts: z.optional(z.array(z.object({ min_discount: z.int(), count }))),
  /** Bands of prices, from the lowest; the first has no lower end, the last no upper one. Both ends belong to a band. */
  price_bands: z.optional(z.array(z.object({ min: z.optional(rupees), max: z.optional(rupees), count }))),
  /** The facts by which the owner lets shoppers filter. */
  facts: z.optional(z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count })) }))),
  /** The groups in which more products match than are counted, so that their counts are the least there are. */
  more: z.optional(
    z.array(z.enum(['sub_categories', 'sizes', 'stock', 'colours', 'brands', 'discounts', 'price_bands', 'facts'])),
  ),
});
export type Facets = z.output<typeof facets>;

export const productFacetsCall = defineCall({
  name: 'productFacets',
  method: 'POST',
  path: '/product-facets',
  access: 'anyone',
  summary: 'Product counts of each filter value, for a listing or search.',
  body: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(MAX_SEARCH))), ...filters }),
  encoding: 'form',
  reply: replyWith(facets),
  failure: failure.products,
  beyondSpecification: true,
});

export const singleProductDetailsCall = defineCall({
  name: 'singleProductDetails',
  method: 'GET',
  path: '/single-product-details/{slug}',
  access: 'anyone',
  summary: 'One product by its slug.',
  params: z.object({ slug: z.string() }),
  reply: replyWith(product),
  failure: failure.products,
});

export const newArrivalsCall = defineCall({
  name: 'newArrivals',
  method: 'GET',
  path: '/new-arrivals',
  access: 'anyone',
  summary: 'The newest products.',
  reply: replyWith(z.array(product)),
  failure: failure.newArrivals,
});

export const subcategoryVariationsCall = defineCall({
  name: 'subcategoryVariations',
  method: 'POST',
  path: '/subcategory-variations',
  access: 'anyone',
  summary: 'The variations (sizes) of products in the given sub-categories.',
  body: z.object({
    sub_category_id: z.array(z.union([id, z.string().check(z.maxLength(MAX_SEARCH))])).check(z.maxLength(MAX_CATEGORY_IDS)),
  }),
  reply: replyWith(z.array(z.object({ sub_category_id: z.optional(id), sub_category_variation: z.string() }))),
  failure: failure.products,
});
