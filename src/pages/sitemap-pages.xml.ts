import type { APIRoute } from 'astro';
import { getProducts } from '../lib/contract/catalogue.ts';
import { openShop } from '../lib/page/shop.ts';
import { categoryEntry, latest, type MapEntry, siteMap } from '../lib/page/site-map.ts';
import { needStore } from '../lib/page/store.ts';
import { xmlResponse } from '../lib/page/xml.ts';

/** Pages whose content is the owner's; when that last changed is not known. */
const texts: MapEntry[] = [{ path: '/faq' }, { path: '/terms-use' }, { path: '/privacy-policy' }];

/** The site map of everything but products. */
export const GET: APIRoute = async (context) => {
  const newestOf = async (sub_category = ''): Promise<string | undefined> =>
    latest((await needStore(getProducts, { params: { page: 1 }, body: { sub_category } })).data);
  const [{ sub_category_list: categories }, newest] = await Promise.all([openShop(context), newestOf()]);
  const lists = ['/', '/shop', '/categories'].map((path) => ({ path, changed: newest }));
  const named = await Promise.all(
    categories.map(async (category) => categoryEntry(category, await newestOf(String(category.id)))),
  );
  return xmlResponse(siteMap([...lists, ...named, ...texts], context.url));
};
