import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import sirv from 'sirv';
import { KNOWN_PAGE_DATA } from '#lib/contract/page-data.ts';
import { clientOf, nameClient } from './client-address.ts';
import { serveMedia } from './media.ts';
import { answerMetrics, type MetricsReader } from './metrics.ts';
import { PageCache, type PageCacheOptions } from './page-cache.ts';
import { RenderTimeout } from './pages/deadline.ts';
import { Origins } from './pages/origins.ts';
import { RenderQueueFull } from './pages/render-queue.ts';
import { sendBack } from './pages/send-back.ts';

/** When a page that could not be rendered now is worth asking for again, in seconds. */
const RETRY_SECONDS = 2;

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
  /** The shop's public origin, such as `https://shop.example`; by default whatever address the visitor used. */
  siteUrl?: string | undefined;
  /** Shown at `/metrics` to those who know the token; not at all unless given. */
  metrics?: { reader: MetricsReader; token: string } | undefined;
  /** Called with each page that is served. */
  pageServed?: PageCacheOptions['served'];
  /** How many pages are rendered at once; more than two only help with a store elsewhere. */
  renderingsAtOnce?: number;
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

/** The Node host: built files, pictures, calls and cached pages on one HTTP server, which the caller makes listen. */
export function createHost(options: HostOptions): Server {
  const assets = serveAssets(options.clientFolder);
  const answerByDoor = getRequestListener(options.door, { overrideGlobalObjects: false });
  const { revision, pageServed, metrics, renderingsAtOnce, failed = console.error } = options;
  const media = serveMedia(options.mediaFolder, failed);
  const origins = new Origins(options.siteUrl);
  const render = (url: string, known?: string) =>
    options.door(new Request(url, known ? { headers: { [KNOWN_PAGE_DATA]: known } } : {}));
  const queue = renderingsAtOnce ? { atOnce: renderingsAtOnce } : {};
  const pages = new PageCache({ render, revision, failed, queue, ...(pageServed && { served: pageServed }) });

  async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await pages.serve(origins.of(request), request, response, clientOf(request, options.trustProxy ?? false));
    } catch (error) {
      if (response.destroyed) return;
      if (error instanceof RenderQueueFull || error instanceof RenderTimeout) {
        response.setHeader('retry-after', RETRY_SECONDS);
        answerPlainly(response, 503, 'The shop is very busy. Please try again in a moment.');
        return;
      }
      failed(error);
      answerPlainly(response, 500, 'Something went wrong. Please try again in a moment.');
    }
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const url = request.url ?? '/';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (metrics && /^\/metrics(\?|$)/.test(url)) {
      const { reader, token } = metrics;
      return void answerMetrics(reader, token, request, response).catch((error: unknown) => {
        failed(error);
        answerPlainly(response, 500, 'The metrics could not be read');
      });
    }
    if (!reads && !url.startsWith('/api/')) return sendBack(request, response);
    if (url.startsWith('/api/')) {
      nameClient(request, options.trustProxy ?? false);
      return void answerByDoor(request, response);
    }
    if (url.startsWith('/media/')) {
      request.url = url.slice('/media'.length);
      return media(request, response, () => answerPlainly(response, 404, 'Not found'));
    }
    assets(request, response, () => void servePage(request, response));
  });
  server.once('close', () => void pages.close());
  return server;
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

function answerPlainly(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text);
}
