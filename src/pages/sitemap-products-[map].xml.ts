import type { APIRoute } from 'astro';
import { streamProductBatches } from '#lib/page/seo/products-per-file.ts';
import { joinEntries, renderEntries, toProductEntry } from '#lib/page/seo/sitemap-xml.ts';
import { respondWithXml } from '#lib/page/seo/xml.ts';

/** One sitemap of products, counted from 1. */
export const GET: APIRoute = (context) => {
  const map = /^[1-9]\d{0,3}$/.exec(context.params['map'] ?? '')?.[0];
  return respondWithXml(context, async () => {
    // Of each batch only its text stays, which takes less memory than its entries.
    const rows: string[] = [];
    if (map)
      for await (const products of streamProductBatches(Number(map)))
        rows.push(renderEntries(products.map(toProductEntry), context.url).join('\n'));
    return rows.length > 0 ? joinEntries(rows) : undefined;
  });
};
