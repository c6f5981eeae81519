import type { Db } from '#api/database/schema/engine.ts';
import { findBrokenProducts } from '#api/services/catalogue/read-products.ts';
import type { BrokenProduct } from '#api/services/catalogue/stored-products.ts';
import { formatCount } from '#api/services/format-texts.ts';
import type { Finding } from './finding.ts';

const MAX_NAMED = 10;

/** Names the products whose stored rows pages cannot show, or only in part. */
export async function checkProducts(db: Db): Promise<Finding[]> {
  const broken: BrokenProduct[] = [];
  let total = 0;
  for await (const product of findBrokenProducts(db)) if (++total <= MAX_NAMED) broken.push(product);
  const fix = 'Import this product again with right values, or withdraw it: store import FILE';
  const named = broken.map(({ slug, reason, isHidden }): Finding => {
    const effect = isHidden ? 'so that no page shows it' : 'so that pages leave the date out';
    return { check: 'products', state: 'bad', finding: `${slug}: ${reason}, ${effect}`, fix };
  });
  const more = total - broken.length;
  return more > 0
    ? [...named, { check: 'products', state: 'bad', finding: `${formatCount(more, 'more product')} like these` }]
    : named;
}
