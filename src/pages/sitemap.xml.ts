import type { APIRoute } from 'astro';
import { absolute } from '../lib/page/address.ts';
import { everyProduct } from '../lib/page/every-product.ts';
import { openShop } from '../lib/page/shop.ts';
import { categoryLink } from '../lib/rules/labels.ts';

const fixedPages = ['/', '/shop', '/categories', '/faq', '/terms-use', '/privacy-policy'];

const xmlText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;');

/** Every page worth finding: the fixed ones, each category and each product. */
export const GET: APIRoute = async (context) => {
  const [{ sub_category_list: categories }, products] = await Promise.all([openShop(context), everyProduct()]);
  const paths = [
    ...fixedPages,
    ...categories.map((category) => categoryLink(category.name)),
    ...products.map((product) => `/products/${product.slug}`),
  ];
  const rows = paths.map((path) => `<url><loc>${xmlText(absolute(path, context.url))}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  );
};
