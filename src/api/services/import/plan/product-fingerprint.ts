import { createHash } from 'node:crypto';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { DEFAULT_CATEGORY } from '#lib/rules/store-defaults.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** Fingerprints of a product in the file. */
export interface Fingerprints {
  /** Of its data and of its pictures, joined by "-". */
  current: string;
  /** As earlier versions stored it, which had one part. */
  former: string;
}

/**
 * Fingerprints a product's data in the file and its pictures. Equal fingerprints mean that nothing has changed. A file without pictures keeps
 * the part of the pictures of the `stored` fingerprint.
 */
export async function fingerprintProduct(
  product: ImportedProduct,
  pictures: PictureSource,
  stored: string | undefined,
): Promise<Fingerprints> {
  const prints = await Promise.all(product.pictures.map(({ source }) => pictures.fingerprint(source)));
  const variants = await Promise.all(
    product.variants.map(async ({ stockBefore: _, picture, ...variant }) => ({
      ...variant,
      ...(picture && { picture: await pictures.fingerprint(picture) }),
    })),
  );
  const alts = product.pictures.map(({ alt }) => alt);
  const content = digest({ ...product, variants, pictures: alts });
  const kept = product.keepsPictures && prints.length === 0 ? stored : undefined;
  const picturePart = kept === undefined ? digest(prints) : partsOf(kept)[1];
  const current = picturePart === undefined ? content : `${content}-${picturePart}`;
  return { current, former: hasLaterFacts(product) ? current : fingerprintAsFormerly(product, prints) };
}

/** Whether a product has facts that earlier versions did not read. */
const hasLaterFacts = ({
  oldSlugs,
  oldAddresses,
  attributes,
  collections,
  facts,
  group,
  sizeGuide,
  ...product
}: ImportedProduct): boolean =>
  oldSlugs !== undefined ||
  oldAddresses !== undefined ||
  Boolean(attributes?.length || collections?.length || facts?.length || group || sizeGuide) ||
  Boolean(product.seoTitle || product.seoDescription || product.related?.length) ||
  product.variants.some(({ barcode, grams, picture, sale }) => barcode || grams || picture || sale);

/** The fingerprint of earlier versions, to which a missing column was an empty one. The order of the properties counts. */
const fingerprintAsFormerly = (product: ImportedProduct, prints: readonly string[]): string =>
  digest({
    slug: product.slug,
    name: product.name,
    description: product.description ?? '',
    brand: product.brand ?? null,
    category: product.category ?? DEFAULT_CATEGORY,
    categoryPicture: product.categoryPicture,
    keywords: product.keywords ?? '',
    seller: { kind: product.seller.kind ?? 'retailer', name: product.seller.name ?? '' },
    countryOfOrigin: product.countryOfOrigin ?? null,
    gstRate: product.gstRate,
    hsn: product.hsn,
    createdAt: product.createdAt,
    optionName: product.optionName ?? undefined,
    variants: product.variants.map(({ variation, sku = null, price, mrp = price, stock, firstStock }) => ({
      variation,
      sku,
      price,
      mrp,
      stock,
      firstStock,
    })),
    pictures: product.pictures.map(({ alt }, index) => [prints[index], alt]),
    partial: product.partial,
  });

/** The fingerprints of the data and of the pictures, without missing ones. */
const partsOf = (hash: string): string[] => hash.split(':')[0]?.split('-') ?? [];

/** Whether the pictures differ between two fingerprints, ignoring missing ones. Without a stored one, only their number counts. */
export function havePicturesChanged(stored: string, fingerprint: string, isSameNumber: boolean): boolean {
  const [, before] = partsOf(stored);
  return before === undefined ? !isSameNumber : before !== partsOf(fingerprint)[1];
}

/** Whether a product's pictures in the file are all stored, so that they need not be fetched again. Those of variants are found by fetching them. */
export function arePicturesStored({ variants }: ImportedProduct, stored: string, fingerprint: string): boolean {
  const [, before] = partsOf(stored);
  if (variants.some(({ picture }) => picture)) return false;
  return before !== undefined && !stored.includes(':') && before === partsOf(fingerprint)[1];
}

/** Adds missing pictures to a fingerprint, so that the next import retries them. */
export const addMissingPictures = (fingerprint: string, missing: readonly string[]): string =>
  missing.length === 0 ? fingerprint : `${fingerprint}:${digest(missing)}`;

/** Whether a stored fingerprint is of the same data; `ignoreMissing` ignores that pictures were missing. */
export function isUnchanged(stored: string, { current, former }: Fingerprints, ignoreMissing: boolean): boolean {
  const hash = ignoreMissing ? stored.split(':')[0] : stored;
  return hash === current || hash === former;
}
