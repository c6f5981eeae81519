import { channel } from 'node:diagnostics_channel';
import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import { rupeesPattern, timestampPattern } from '#lib/contract/fields.ts';

/** A stored product that pages cannot show as it is, with the reason as the end of a sentence. */
export interface BrokenProduct {
  slug: string;
  reason: string;
  /** Whether lists leave it out; otherwise only the wrong field. */
  isHidden: boolean;
}

/** Publishes each `BrokenProduct` that a reader meets for the first time. */
export const brokenProductChannel = channel('shop:broken-product');

/** Products that are published per database and process: a broken catalogue must not flood the log. */
const MAX_PUBLISHED = 100;

const publishedOf = keepPerDatabase(() => new Set<string>());

function publish(db: Db, broken: BrokenProduct): void {
  const known = publishedOf(db);
  if (known.size >= MAX_PUBLISHED || known.has(broken.slug)) return;
  known.add(broken.slug);
  brokenProductChannel.publish(broken);
}

const isTimestamp = (text: string | undefined): boolean =>
  text !== undefined && timestampPattern.test(text) && !Number.isNaN(Date.parse(text));

/** A stored time, or undefined when it is none. */
export const validTimestamp = (text: string | undefined): string | undefined => (isTimestamp(text) ? text : undefined);

/** Only letters, digits, hyphens and underscores, as an import makes them; a slash would lead to another page. */
const openableSlug = /^[^/\\?#%\p{Cc}\p{Cs}]{1,255}$/u;

const isAmount = (text: string): boolean => rupeesPattern.test(text);

/** Checks the values by which a row can break the contract: its columns have the right types. Checking the whole schema takes ten times as long. */
function findProblem({ slug, mrp, final_price, product_stock, variants }: Product): string | undefined {
  if (!openableSlug.test(slug)) return 'its handle cannot be part of a web address';
  if (!isAmount(mrp) || !isAmount(final_price)) return 'its price or MRP is no amount';
  if (!Number.isSafeInteger(product_stock)) return 'its stock is no number';
  const broken = variants.find((one) => !isAmount(one.mrp) || !isAmount(one.final_price) || !Number.isSafeInteger(one.stock));
  return broken && `the price, MRP or stock of "${broken.product_variation}" is no number`;
}

/**
 * Checks a product that was read from the database, so that one broken row never fails a list. Returns it without times that are none, or
 * undefined when the contract refuses it, and what is wrong with it.
 */
export function inspectProduct(stored: Product): { product: Product | undefined; broken: BrokenProduct | undefined } {
  const { created_at, updated_at, ...rest } = stored;
  const [created, updated] = [validTimestamp(created_at), validTimestamp(updated_at)];
  const product: Product = { ...rest, ...(created && { created_at: created }), ...(updated && { updated_at: updated }) };
  const problem = findProblem(product);
  if (problem) return { product: undefined, broken: { slug: stored.slug, reason: problem, isHidden: true } };
  if (created) return { product, broken: undefined };
  return {
    product,
    broken: { slug: stored.slug, reason: `its first day of sale is "${created_at}", which is no date`, isHidden: false },
  };
}

/** The products that pages can show. Publishes the others. */
export const keepSound = (db: Db, stored: readonly Product[]): Product[] =>
  stored.flatMap((one) => {
    const { product, broken } = inspectProduct(one);
    if (broken) publish(db, broken);
    return product ?? [];
  });
