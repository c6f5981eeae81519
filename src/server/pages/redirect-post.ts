import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolvePage } from '#lib/rules/routes/resolve.ts';

/**
 * Answers a request for a page by another method than GET or HEAD. A form that is sent before its script is there posts to its own page:
 * it is led back to that page, which is then served from the cache. Other methods are refused (405); OPTIONS is told which are not.
 */
export function redirectPostToPage(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'OPTIONS') return void response.writeHead(204, { allow: 'GET, HEAD, POST' }).end();
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'GET, HEAD, POST', 'content-length': 0 }).end();
  const location = resolvePage(request.url ?? '/')?.address ?? '/404';
  response.writeHead(303, { location, 'content-length': 0, 'cache-control': 'no-store' }).end();
}
