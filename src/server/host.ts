import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import sirv from 'sirv';
import { PageCache } from './page-cache.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export interface HostOptions {
  /** Answers a request for a page or a call: the built src/fetch.ts. */
  door: (request: Request) => Promise<Response>;
  /** Files that the build made for the browser. */
  clientFolder: string;
  /** The shop's pictures. */
  mediaFolder: string;
  /** What the pages were rendered from (see PageCache). */
  revision: () => number;
  /** The shop's public origin, such as `https://shop.example`; by default whatever address the visitor used. */
  siteUrl?: string | undefined;
}

/** Every answer says so; the content security policy is each page's own. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** The Node host: built files, pictures, calls and cached pages on one HTTP server, which the caller makes listen. */
export function createHost(options: HostOptions): Server {
  const assets = serveAssets(options.clientFolder);
  const media = serveMedia(options.mediaFolder);
  const answerByDoor = getRequestListener(options.door, { overrideGlobalObjects: false });
  const pages = new PageCache({ render: (url) => options.door(new Request(url)), revision: options.revision });

  async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await pages.serve(siteOrigin(options.siteUrl, request), request, response);
    } catch (error) {
      console.error(`Could not render ${request.url}`, error);
      answerPlainly(response, 500, 'Something went wrong. Please try again in a moment.');
    }
  }

  return createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const url = request.url ?? '/';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || url.startsWith('/api/')) return void answerByDoor(request, response);
    if (url.startsWith('/media/')) {
      request.url = url.slice('/media'.length);
      return media(request, response, () => answerPlainly(response, 404, 'Not found'));
    }
    assets(request, response, () => void servePage(request, response));
  });
}

/** Files of the build; those with a hash in their name never change. */
function serveAssets(folder: string) {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      const forever = path.startsWith('/_astro/');
      response.setHeader('cache-control', forever ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600');
    },
  });
}

/** Pictures come and go with imports while the shop runs, so they are looked up on each request; their names are their content's hash. */
function serveMedia(folder: string) {
  return sirv(folder, {
    dev: true,
    brotli: true,
    extensions: [],
    setHeaders: (response) => {
      response.setHeader('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
      response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
}

/** The origin pages name in their canonical links. A Host header that is not a plain host name counts as none. */
function siteOrigin(siteUrl: string | undefined, request: IncomingMessage): string {
  if (siteUrl) return new URL(siteUrl).origin;
  const host = request.headers.host ?? '';
  return `http://${/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? host : 'localhost'}`;
}

function answerPlainly(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text);
}
