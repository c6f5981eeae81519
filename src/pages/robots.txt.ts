import type { APIRoute } from 'astro';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';

/** Search engines may read the catalogue; a shopper's own pages and filtered listings are marked noindex instead of hidden. */
export const GET: APIRoute = ({ url }) =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${toAbsoluteUrl('/sitemap.xml', url)}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
