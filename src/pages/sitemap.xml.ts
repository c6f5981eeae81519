import type { APIRoute } from 'astro';
import { getProducts } from '../lib/contract/catalogue.ts';
import { productMaps } from '../lib/page/every-product.ts';
import { latest, siteMapIndex } from '../lib/page/site-map.ts';
import { needStore } from '../lib/page/store.ts';
import { xmlResponse } from '../lib/page/xml.ts';

/** The list of the shop's site maps. */
export const GET: APIRoute = async ({ url }) => {
  const [maps, { data: newest }] = await Promise.all([productMaps(), needStore(getProducts, { params: { page: 1 }, body: {} })]);
  const numbered = Array.from({ length: maps }, (_, i) => ({ path: `/sitemap-products-${i + 1}.xml` }));
  return xmlResponse(siteMapIndex([{ path: '/sitemap-pages.xml', changed: latest(newest) }, ...numbered], url));
};
