import type { Format } from './format.ts';
import { etsy } from './grouped/etsy.ts';
import { magento } from './grouped/magento.ts';
import { squarespace } from './grouped/squarespace.ts';
import { wix } from './grouped/wix.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce/woocommerce.ts';
import { zoho } from './zoho.ts';

/** The formats in the order in which they are tried. */
const formats: readonly Format[] = [shopify, woocommerce, wix, magento, squarespace, etsy, zoho];

/** The format of a file with these column names; undefined when none is known. */
export function recogniseFormat(header: readonly string[]): Format | undefined {
  const names = new Set(header.map((name) => name.replace('\ufeff', '').trim().toLowerCase()));
  return formats.find((format) => format.recognises(names));
}
