import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { redactPersonalData } from '#api/logging.ts';
import { KNOWN_PAGE_DATA_HEADER } from '#lib/contract/page-data.ts';
import { CSP_REPORTS_PATH, type createCspReportHandler } from './csp-reports.ts';
import { serveBuildFiles } from './files/build-files.ts';
import { serveMedia } from './files/media.ts';
import { resolveClientAddress, setClientAddressHeader } from './http/client-address.ts';
import { connectionTimeouts, limitConnections } from './http/connections.ts';
import { YEAR_SECONDS } from './http/headers.ts';
import { isLocalRequest, refuseRemoteRequest } from './http/local-demo.ts';
import { isValidHost, normaliseTarget } from './http/request-target.ts';
import { answerMetrics, type MetricsReader } from './metrics-endpoint.ts';
import { Origins } from './pages/origins.ts';
import { PageCache, type PageCacheOptions } from './pages/page-cache.ts';
import { redirectPostToPage } from './pages/redirect-post.ts';
import { RenderQueueFull } from './pages/render-queue.ts';
import { RenderTimeout } from './pages/render-timeout.ts';

/** When a page that could not be rendered now is worth asking for again, in seconds. */
const RETRY_SECONDS = 2;

/** A request as logs show it: without its query and without anything personal. */
export interface FailedRequest {
  method: string;
  path: string;
  /** Also in the answer, as `x-request-id`. */
  requestId: string;
}

export interface HostOptions {
  /** Answers a request for a page or a call: the built src/fetch.ts. */
  handleRequest: (request: Request) => Promise<Response>;
  /** Files that the build made for the browser. */
  clientFolder: string;
  /** The shop's pictures. */
  mediaFolder: string;
  /** What the pages were rendered from (see PageCache). */
  revision: () => number;
  /** Whether a proxy of the owner's stands in front and says who asks. */
  trustProxy?: boolean;
  /** Answers only requests that were made on this machine, to a demo that nobody opened to others. */
  isLocalOnly?: boolean;
  /** The shop's public origin, such as `https://shop.example`; by default whatever address the visitor used. */
  siteUrl?: string | undefined;
  /** Shown at `/metrics` to those who know the token; not at all unless given. */
  metrics?: { reader: MetricsReader; token: string } | undefined;
  /** Takes what browsers say that a page's content security policy has blocked. */
  handleCspReport?: ReturnType<typeof createCspReportHandler>;
  /** Called with each page that is served. */
  onPageServed?: PageCacheOptions['onServed'];
  /** How many pages are rendered at once; more than two only help with a store elsewhere. */
  maxConcurrentRenders?: number;
  /** Gets each error that nobody else handled, with the request that it ended; a failed background step has none. */
  onError?: (error: unknown, request?: FailedRequest) => void;
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
  const {
    revision,
    onPageServed: pageServed,
    metrics,
    maxConcurrentRenders: renderingsAtOnce,
    onError: failed = console.error,
  } = options;
  const buildFiles = serveBuildFiles(options.clientFolder);
  const media = serveMedia(options.mediaFolder, failed);
  const answerByDoor = getRequestListener(answerCall, { overrideGlobalObjects: false, errorHandler: refuseTarget });
  const origins = new Origins(options.siteUrl);
  const render = (url: string, known?: string) =>
    options.handleRequest(new Request(url, known ? { headers: { [KNOWN_PAGE_DATA_HEADER]: known } } : {}));
  const queue = renderingsAtOnce ? { maxConcurrent: renderingsAtOnce } : {};
  const pages = new PageCache({ render, revision, onError: failed, queue, ...(pageServed && { onServed: pageServed }) });

  async function answerCall(request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> {
    try {
      return await options.handleRequest(request);
    } catch (error) {
      return new Response(APOLOGY, {
        status: 500,
        headers: { ...plainHeaders, 'x-request-id': report(error, incoming as IncomingMessage) },
      });
    }
  }

  async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await pages.serve(origins.originOf(request), request, response, resolveClientAddress(request, options.trustProxy ?? false));
    } catch (error) {
      if (!(error instanceof RenderQueueFull || error instanceof RenderTimeout)) throw error;
      if (response.destroyed) return;
      response.setHeader('retry-after', RETRY_SECONDS);
      answerPlainly(response, 503, 'The shop is very busy. Please try again in a moment.');
    }
  }

  const headers = Object.entries({ ...securityHeaders, ...(options.siteUrl?.startsWith('https:') && httpsOnly) });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (!normaliseTarget(request)) return refuse(response);
    if (options.isLocalOnly && !isLocalRequest(request)) return refuseRemoteRequest(request, response);
    const url = request.url ?? '/';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (metrics && /^\/metrics(\?|$)/.test(url)) return answerMetrics(metrics.reader, metrics.token, request, response);
    if (options.handleCspReport && request.method === 'POST' && url === CSP_REPORTS_PATH)
      return options.handleCspReport(request, response);
    if (!reads && !url.startsWith('/api/')) return redirectPostToPage(request, response);
    if (url.startsWith('/api/')) {
      if (!isValidHost(request.headers.host ?? '')) return refuse(response);
      setClientAddressHeader(request, options.trustProxy ?? false);
      return answerByDoor(request, response);
    }
    if (url.startsWith('/media/')) {
      if (!(await media(url.slice('/media'.length), request, response))) answerPlainly(response, 404, 'Not found');
      return;
    }
    if (await buildFiles(request, response)) return;
    await servePage(request, response);
  }

  /** Gives the id under which the log has the failure. */
  function report(error: unknown, request: IncomingMessage): string {
    const requestId = randomUUID();
    failed(error, { ...describeRequest(request), requestId });
    return requestId;
  }

  const server = createServer(connectionTimeouts, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const requestId = report(error, request);
      if (!response.headersSent) response.setHeader('x-request-id', requestId);
      answerPlainly(response, 500, APOLOGY);
    });
  });
  limitConnections(server);
  server.once('close', () => void pages.close());
  return server;
}

/** Hono asks what to say of a request that it could not make an address of. */
const refuseTarget = (error: unknown): Response => new Response(null, { status: error instanceof RequestError ? 400 : 500 });

/** Method and path of a request, for logs. */
export function describeRequest({ method = '', url = '' }: IncomingMessage): Omit<FailedRequest, 'requestId'> {
  return { method, path: redactPersonalData((url.split('?', 1)[0] as string).slice(0, 200)) };
}

const APOLOGY = 'Something went wrong. Please try again in a moment.';

const plainHeaders = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

/** Refuses a request that names no address. What follows it on the connection may be misread too. */
function refuse(response: ServerResponse): void {
  response.setHeader('connection', 'close');
  answerPlainly(response, 400, 'Bad request');
}

function answerPlainly(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, plainHeaders).end(text);
}
