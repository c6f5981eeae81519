import type { APIRoute } from 'astro';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';

/** Allows everything: personal pages and filtered listings are marked noindex instead of being disallowed. */
export const GET: APIRoute = ({ url }) =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${toAbsoluteUrl('/sitemap.xml', url)}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
