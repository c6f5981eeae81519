import { bigcommerce, newBigcommerce } from './bigcommerce.ts';
import { ecwid } from './ecwid.ts';
import type { Format } from './format.ts';
import { etsy } from './grouped/etsy.ts';
import { magento } from './grouped/magento.ts';
import { squarespace } from './grouped/squarespace.ts';
import { wix } from './grouped/wix.ts';
import { amazon, amazonListings } from './marketplaces/amazon.ts';
import { flipkart } from './marketplaces/flipkart.ts';
import { googleFeed } from './marketplaces/google-feed.ts';
import { meesho } from './marketplaces/meesho.ts';
import { opencart } from './opencart.ts';
import { prestashop, prestashopCombinations } from './prestashop.ts';
import { ownSheet, shopify } from './shopify.ts';
import { square } from './square.ts';
import { woocommerce } from './woocommerce/woocommerce.ts';
import { zoho } from './zoho.ts';

/** The formats in the order in which they are tried. */
const formats: readonly Format[] = [
  ownSheet,
  shopify,
  woocommerce,
  wix,
  magento,
  squarespace,
  etsy,
  meesho,
  flipkart,
  amazon,
  amazonListings,
  googleFeed,
  square,
  newBigcommerce,
  bigcommerce,
  ecwid,
  prestashopCombinations,
  prestashop,
  opencart,
  zoho,
];

/** All formats whose columns a file with these names has, the one that reads it first. */
export function recogniseFormats(header: readonly string[]): Format[] {
  const names = new Set(header.map((name) => name.replace('\ufeff', '').trim().toLowerCase()));
  return formats.filter((format) => format.recognises(names));
}

/** The format of a file with these column names; undefined when none is known. */
export const recogniseFormat = (header: readonly string[]): Format | undefined => recogniseFormats(header)[0];
