import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { KNOWN_PAGE_DATA_HEADER } from '#lib/contract/page-data.ts';
import { CSP_REPORTS_PATH, type createCspReportHandler } from './csp-reports.ts';
import { createBuildFileHandler } from './files/build-files.ts';
import { createMediaHandler } from './files/media.ts';
import { resolveClientAddress, setClientAddressHeader } from './http/client-address.ts';
import { connectionTimeouts, limitConnections } from './http/connections.ts';
import { httpsOnly, plainText, securityHeaders } from './http/headers.ts';
import { isLocalRequest, refuseRemoteRequest } from './http/local-demo.ts';
import { describeRequest, type FailedRequest } from './http/request-log.ts';
import { isValidHost, normaliseTarget } from './http/request-target.ts';
import { answerMetrics, type MetricsReader } from './metrics-endpoint.ts';
import { Origins } from './pages/origins.ts';
import { PageCache, type PageCacheOptions } from './pages/page-cache.ts';
import { redirectPostToPage } from './pages/redirect-post.ts';
import { RenderQueueFull } from './pages/render-queue.ts';
import { RenderTimeout } from './pages/render-timeout.ts';

/** Retry-After when the render queue is full or a render timed out, in seconds. */
const RETRY_AFTER_S = 2;

const UNEXPECTED_ERROR = 'Something went wrong. Please try again in a moment.';

export interface HostOptions {
  /** Handles a request for a page or an API call: the built src/fetch.ts. */
  handleRequest: (request: Request) => Promise<Response>;
  /** Folder of the build's files for the browser. */
  clientFolder: string;
  /** Folder of the shop's pictures. */
  mediaFolder: string;
  /** Revision of the data that pages show (see PageCache). */
  revision: () => number;
  /** Whether to trust the reverse proxy's X-Forwarded-For header. */
  trustProxy?: boolean;
  /** Answers only requests from this machine (local demo). */
  isLocalOnly?: boolean;
  /** The shop's public origin, such as `https://shop.example`; by default the request's own. */
  siteUrl?: string | undefined;
  /** Served at `/metrics` to requests with the token; off by default. */
  metrics?: { reader: MetricsReader; token: string } | undefined;
  /** Handles reported violations of the content security policy. */
  handleCspReport?: ReturnType<typeof createCspReportHandler>;
  /** Called for each page served. */
  onPageServed?: PageCacheOptions['onServed'];
  /** Concurrent renders; more than two only help with a remote store. */
  maxConcurrentRenders?: number;
  /** Called for each unexpected error, with the failed request if there is one. */
  onError?: (error: unknown, request?: FailedRequest) => void;
}

/** Creates the HTTP server for built files, pictures, API calls and cached pages. The caller calls `listen`. */
export function createHost(options: HostOptions): Server {
  const { revision, onPageServed, metrics, maxConcurrentRenders, onError = console.error } = options;
  const serveBuildFile = createBuildFileHandler(options.clientFolder);
  const servePicture = createMediaHandler(options.mediaFolder, onError);
  const serveCall = getRequestListener(answerCall, { overrideGlobalObjects: false, errorHandler: refuseTarget });
  const origins = new Origins(options.siteUrl);
  const render = (url: string, known?: string) =>
    options.handleRequest(new Request(url, known ? { headers: { [KNOWN_PAGE_DATA_HEADER]: known } } : {}));
  const queue = maxConcurrentRenders ? { maxConcurrent: maxConcurrentRenders } : {};
  const pages = new PageCache({ render, revision, onError, queue, ...(onPageServed && { onServed: onPageServed }) });

  async function answerCall(request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> {
    try {
      return await options.handleRequest(request);
    } catch (error) {
      const requestId = reportError(error, incoming as IncomingMessage);
      return new Response(UNEXPECTED_ERROR, { status: 500, headers: { ...plainText, 'x-request-id': requestId } });
    }
  }

  async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await pages.serve(origins.originOf(request), request, response, resolveClientAddress(request, options.trustProxy ?? false));
    } catch (error) {
      // A queued render is aborted when every client that waits for it has disconnected.
      if (response.destroyed && error instanceof DOMException && error.name === 'AbortError') return;
      if (!(error instanceof RenderQueueFull || error instanceof RenderTimeout)) throw error;
      if (response.destroyed) return;
      response.setHeader('retry-after', RETRY_AFTER_S);
      sendText(response, 503, 'The shop is very busy. Please try again in a moment.');
    }
  }

  const headers = Object.entries({ ...securityHeaders, ...(options.siteUrl?.startsWith('https:') && httpsOnly) });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (!normaliseTarget(request)) return refuseBadRequest(response);
    if (options.isLocalOnly && !isLocalRequest(request)) return refuseRemoteRequest(request, response);
    const url = request.url ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (metrics && /^\/metrics(\?|$)/.test(url)) return answerMetrics(metrics.reader, metrics.token, request, response);
    if (options.handleCspReport && request.method === 'POST' && url === CSP_REPORTS_PATH)
      return options.handleCspReport(request, response);
    if (!isRead && !url.startsWith('/api/')) return redirectPostToPage(request, response);
    if (url.startsWith('/api/')) {
      if (!isValidHost(request.headers.host ?? '')) return refuseBadRequest(response);
      setClientAddressHeader(request, options.trustProxy ?? false);
      return serveCall(request, response);
    }
    if (url.startsWith('/media/')) {
      if (!(await servePicture(url.slice('/media'.length), request, response))) sendText(response, 404, 'Not found');
      return;
    }
    if (await serveBuildFile(request, response)) return;
    await servePage(request, response);
  }

  /** Reports an error with a new request id, and returns the id. */
  function reportError(error: unknown, request: IncomingMessage): string {
    const requestId = randomUUID();
    onError(error, { ...describeRequest(request), requestId });
    return requestId;
  }

  const server = createServer(connectionTimeouts, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const requestId = reportError(error, request);
      if (!response.headersSent) response.setHeader('x-request-id', requestId);
      sendText(response, 500, UNEXPECTED_ERROR);
    });
  });
  limitConnections(server);
  server.once('close', () => void pages.close());
  return server;
}

/** Answers a request whose target Hono could not convert to a URL. */
const refuseTarget = (error: unknown): Response => new Response(null, { status: error instanceof RequestError ? 400 : 500 });

/** Refuses a request with an invalid target or host. Closes the connection, because further requests on it may be misread too. */
function refuseBadRequest(response: ServerResponse): void {
  response.setHeader('connection', 'close');
  sendText(response, 400, 'Bad request');
}

/** Sends a short text, or only closes the connection if a response has started. */
function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, plainText).end(text);
}
