import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import sirv from 'sirv';
import { nameClient } from './client-address.ts';
import { REPORTS_PATH, type receiveReports } from './csp-reports.ts';
import { isFromHere, refuseOutsider } from './local-demo.ts';
import { serveMedia } from './media.ts';
import { answerMetrics, type MetricsReader } from './metrics.ts';
import { PageCache, type PageCacheOptions } from './page-cache.ts';

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
  /** Whether a proxy of the owner's stands in front and says who asks. */
  trustProxy?: boolean;
  /** Answers only requests that were made on this machine, to a demo that nobody opened to others. */
  onlyHere?: boolean;
  /** The shop's public origin, such as `https://shop.example`; by default whatever address the visitor used. */
  siteUrl?: string | undefined;
  /** Shown at `/metrics` to those who know the token; not at all unless given. */
  metrics?: { reader: MetricsReader; token: string } | undefined;
  /** Takes what browsers say that a page's content security policy has blocked. */
  cspReports?: ReturnType<typeof receiveReports>;
  /** Told of each page that is served. */
  pageServed?: PageCacheOptions['served'];
  /** Told of a page or picture that could not be made. */
  failed?: (error: unknown) => void;
}

/** Every answer says so; the content security policy is each page's own. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** For a shop whose address begins with https: browsers then never ask for it without. */
const httpsOnly = { 'strict-transport-security': `max-age=${YEAR_SECONDS}` };

/** The Node host: built files, pictures, calls and cached pages on one HTTP server, which the caller makes listen. */
export function createHost(options: HostOptions): Server {
  const assets = serveAssets(options.clientFolder);
  const answerByDoor = getRequestListener(options.door, { overrideGlobalObjects: false });
  const { revision, pageServed, metrics, failed = console.error } = options;
  const media = serveMedia(options.mediaFolder, failed);
  const render = (url: string) => options.door(new Request(url));
  const pages = new PageCache({ render, revision, ...(pageServed && { served: pageServed }) });

  async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await pages.serve(siteOrigin(options.siteUrl, request), request, response);
    } catch (error) {
      failed(error);
      answerPlainly(response, 500, 'Something went wrong. Please try again in a moment.');
    }
  }

  const headers = Object.entries({ ...securityHeaders, ...(options.siteUrl?.startsWith('https:') && httpsOnly) });
  return createServer((request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (options.onlyHere && !isFromHere(request)) return refuseOutsider(request, response);
    const url = request.url ?? '/';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (metrics && /^\/metrics(\?|$)/.test(url)) {
      const { reader, token } = metrics;
      return void answerMetrics(reader, token, request, response).catch((error: unknown) => {
        failed(error);
        answerPlainly(response, 500, 'The metrics could not be read');
      });
    }
    if (options.cspReports && request.method === 'POST' && url === REPORTS_PATH) {
      return void options.cspReports(request, response).catch((error: unknown) => {
        failed(error);
        answerPlainly(response, 500, 'The report could not be read');
      });
    }
    if (!reads || url.startsWith('/api/')) {
      nameClient(request, options.trustProxy ?? false);
      return void answerByDoor(request, response);
    }
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
