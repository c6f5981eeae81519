import type { APIRoute } from 'astro';
import { productsOfMap } from '../lib/page/every-product.ts';
import { productEntry, siteMap } from '../lib/page/site-map.ts';
import { xmlResponse } from '../lib/page/xml.ts';

/** One site map of products, counted from 1. */
export const GET: APIRoute = async ({ params, url, redirect }) => {
  const map = params['map'] ?? '';
  const products = /^[1-9]\d{0,3}$/.test(map) ? await productsOfMap(Number(map)) : [];
  if (products.length === 0) return redirect('/404', 302);
  return xmlResponse(siteMap(products.map(productEntry), url));
};
