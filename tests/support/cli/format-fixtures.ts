import * as marketplaces from './fixtures-of-marketplaces.ts';
import * as shops from './fixtures-of-shops.ts';
import type { FormatFixture } from './format-fixture.ts';
import { groupedFixtures } from './grouped-fixtures.ts';

/** Columns with the price of a variant, whatever a format calls it; the last one counts. */
export const PRICE_COLUMN =
  /^(?:variant price|regular price|price|price \/ india|selling price|meesho price\*?|your selling price \(inr\)|standard_price|product_price|price tax included)$/i;

/** One file for each format. Whoever adds a format adds its fixture here, and all tests of formats hold for it. */
export const formatFixtures: Readonly<Record<string, FormatFixture>> = {
  'Shopify of 2018': shops.shopify2018,
  'Shopify of 2025': shops.shopify2025,
  Zoho: shops.zoho,
  Meesho: marketplaces.meesho,
  Flipkart: marketplaces.flipkart,
  Amazon: marketplaces.amazon,
  'Amazon listings': marketplaces.amazonListings,
  'Google feed': marketplaces.googleFeed,
  Square: shops.square,
  BigCommerce: shops.bigcommerce,
  'newer BigCommerce': shops.newBigcommerce,
  Ecwid: shops.ecwid,
  PrestaShop: shops.prestashop,
  OpenCart: shops.opencart,
  ...groupedFixtures,
};
