import type { APIRoute } from 'astro';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { loadStoreInfo } from '#lib/page/store/load-store-info.ts';
import { DAY_MS, DAY_SECONDS } from '#lib/rules/durations.ts';

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_DAYS = 180;

/** Contact for security reports (RFC 9116): the shop's support address. 404 until the owner sets one. */
export const GET: APIRoute = async (context) => {
  const email = (await loadStoreInfo(context)).legal?.support_email;
  if (!email || !/^[^\s<>@]+@[^\s<>@]+$/.test(email)) return new Response('Not found\n', { status: 404 });
  const address = toAbsoluteUrl('/.well-known/security.txt', context.url);
  const expires = new Date(Math.ceil(Date.now() / DAY_MS + GOOD_FOR_DAYS) * DAY_MS);
  const lines = [
    `Contact: mailto:${encodeURI(email)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, hi',
    // Canonical is valid for https URLs only.
    ...(address.startsWith('https:') ? [`Canonical: ${address}`] : []),
  ];
  return new Response(`${lines.join('\n')}\n`, {
    // Private, so that the page cache does not store the expiry date until the catalogue changes.
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': `private, max-age=${DAY_SECONDS}` },
  });
};
