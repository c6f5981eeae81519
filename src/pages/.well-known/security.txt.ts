import type { APIRoute } from 'astro';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { loadStoreInfo } from '#lib/page/store/store-info.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** RFC 9116 asks for less than a year. */
const GOOD_FOR_DAYS = 180;

/** Whom to tell of a security problem (RFC 9116): the shop's support address. 404 while the owner has set none. */
export const GET: APIRoute = async (context) => {
  const email = (await loadStoreInfo(context)).legal?.support_email;
  if (!email || !/^[^\s<>@]+@[^\s<>@]+$/.test(email)) return new Response('Not found\n', { status: 404 });
  const address = toAbsoluteUrl('/.well-known/security.txt', context.url);
  const expires = new Date(Math.ceil(Date.now() / DAY_MS + GOOD_FOR_DAYS) * DAY_MS);
  const lines = [
    `Contact: mailto:${encodeURI(email)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, hi',
    // Such a file counts only where it can be fetched safely.
    ...(address.startsWith('https:') ? [`Canonical: ${address}`] : []),
  ];
  return new Response(`${lines.join('\n')}\n`, {
    // Not kept by the page cache, which would keep its date of expiry until the catalogue changes.
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, max-age=86400' },
  });
};
