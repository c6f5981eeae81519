import { type Audit, auditPage, auditRows, printAudit, requirePerfectScores } from '#bench/measure/audit.ts';
import { findProductWithSizes } from '#bench/measure/product.ts';
import { formatTable, type Row } from '#bench/measure/rows.ts';
import { withDemoShop } from '#bench/measure/shop.ts';

/** Returns the path of the first product in a shop's sitemap. */
async function findListedProduct(url: string): Promise<string> {
  const sitemap = await (await fetch(`${url}/sitemap-products-1.xml`)).text();
  const [, address] = /<loc>([^<]*)</.exec(sitemap) ?? [];
  if (!address) throw new Error(`${url} has no products in its sitemap`);
  return new URL(address).pathname;
}

/** Audits the pages of the shop at `url`, one of each kind. */
async function auditShop(url: string, product: string): Promise<Audit[]> {
  const pages = { home: '/', shop: '/shop', product, categories: '/categories', faq: '/faq' };
  const audits: Audit[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const audit = await auditPage(name, url + path);
    printAudit(audit);
    audits.push(audit);
  }
  return audits;
}

/**
 * Prints the Lighthouse scores of the demo shop, or of the running shop or static site at `url`. Exits with 1 unless all required
 * scores are perfect.
 */
export async function benchLighthouse(url?: string): Promise<Row[]> {
  const audits: Audit[] = [];
  if (url) audits.push(...(await auditShop(url, await findListedProduct(url))));
  else await withDemoShop({}, async (shop) => void audits.push(...(await auditShop(shop.url, await findProductWithSizes(shop)))));
  requirePerfectScores(audits);
  const rows = audits.flatMap(auditRows);
  console.log(formatTable(rows));
  return rows;
}
