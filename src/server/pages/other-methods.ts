import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolvePage } from '#api/services/redirects/resolve-page.ts';
import { noStore } from '#server/http/response-headers.ts';
import { findMovedUrl } from './moved-url.ts';

/**
 * Responds to a request for a page by a method other than GET and HEAD. A form submitted before its island has hydrated posts to its own
 * page: redirects it there (303). OPTIONS lists the allowed methods; others are refused (405).
 */
export function respondToOtherMethods(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'OPTIONS') return void response.writeHead(204, { allow: 'GET, HEAD, POST' }).end();
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'GET, HEAD, POST', 'content-length': 0 }).end();
  const url = request.url ?? '/';
  const location = resolvePage(url)?.canonicalUrl ?? findMovedUrl(url) ?? '/404';
  response.writeHead(303, { location, 'content-length': 0, ...noStore }).end();
}
