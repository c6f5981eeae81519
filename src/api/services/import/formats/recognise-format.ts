import type { Format } from './format.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce/woocommerce.ts';
import { zoho } from './zoho.ts';

/** The formats in the order in which they are tried. */
const formats: readonly Format[] = [shopify, woocommerce, zoho];

/** The format of a file with these column names; undefined when none is known. */
export function recogniseFormat(header: readonly string[]): Format | undefined {
  const names = new Set(header.map((name) => name.replace('\ufeff', '').trim().toLowerCase()));
  return formats.find((format) => format.recognises(names));
}
