import { foldName } from '#lib/rules/text.ts';

/** Longest slug in bytes: a static site adds `.html.br` and a temporary suffix to make a file name, which may have 255. */
export const MAX_SLUG_BYTES = 230;

/** Longest name of a category in characters, in lower case as in its address. */
export const MAX_CATEGORY_LENGTH = 255;

/** Longest name of a variant in bytes, all its options together: PostgreSQL's indexes take little more. */
export const MAX_VARIANT_BYTES = 2400;

/** Longest name of a variant in an address, in characters: three options of 255 with what joins them. */
export const MAX_VARIANT_LENGTH = 780;

/** A static site cannot have a product of this slug: its file is that of the folder. */
export const RESERVED_SLUG = 'index';

const encoder = new TextEncoder();

/** Whether a slug is short enough for a file name, in the encoding of addresses and files. */
export const fitsFileName = (slug: string): boolean => encoder.encode(slug).length <= MAX_SLUG_BYTES;

/** Whether the database can index the name of a variant. */
export const fitsVariantName = (name: string): boolean => encoder.encode(name).length <= MAX_VARIANT_BYTES;

/** Whether the address of a category can hold its name. */
export const fitsCategoryAddress = (name: string): boolean => Math.max(name.length, foldName(name).length) <= MAX_CATEGORY_LENGTH;
