import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { isAdminPath } from '#lib/contract/admin/admin-path.ts';
import { KNOWN_PAGE_DATA_HEADER, REDIRECT_QUESTION_HEADER } from '#lib/rules/http/page-data-headers.ts';
import { describeRequest, type FailedRequest } from '#server/http/failed-request.ts';
import { respondToOtherMethods } from '#server/pages/other-methods.ts';
import { createAdminHost } from './admin/admin-host.ts';
import { CSP_REPORTS_PATH, type createCspReportHandler } from './csp-reports.ts';
import { createBuildFileHandler } from './files/build-files.ts';
import { createMediaHandler } from './files/media-files.ts';
import type { PictureCache } from './files/picture-cache.ts';
import { resolveClientAddress, setClientAddressHeader } from './http/client-ip-address.ts';
import { admitRequest, connectionTimeouts, limitConnections } from './http/connections.ts';
import { refuseBadRequest, refusePage, sendText, UNEXPECTED_ERROR } from './http/error-replies.ts';
import { isLocalRequest, openDemoLink, refuseRemoteRequest } from './http/local-demo.ts';
import { isValidHost, normaliseTarget, pathOf } from './http/request-target.ts';
import { httpsOnly, plainText, securityHeaders } from './http/response-headers.ts';
import { type MetricsReader, respondWithMetrics } from './metrics-endpoint.ts';
import { supportsDictionaries } from './pages/compress-with-dictionary.ts';
import { Dictionaries } from './pages/offered-dictionaries.ts';
import { Origins } from './pages/origins.ts';
import { PageCache } from './pages/page-cache.ts';
import type { PageCacheOptions } from './pages/page-cache-options.ts';
import { isBusyError, replyBusy } from './pages/render-timeout.ts';

export interface HostOptions {
  handleRequest: (request: Request) => Promise<Response>;
  /** Handles an API call; by default `handleRequest` does. */
  handleCall?: (request: Request) => Promise<Response>;
  /** Folder of the build's files for the browser; undefined for a host of the store API alone. */
  clientFolder: string | undefined;
  mediaFolder: string;
  /** Fetches pictures from another storage to `mediaFolder`. */
  pictureCache?: PictureCache | undefined;
  revision: () => number;
  /** Maximum connections; by default what the process can afford. */
  maxConnections?: number | undefined;
  trustProxy?: boolean;
  /** Serves only requests from this machine (local demo). */
  isLocalOnly?: boolean;
  demoLinkToken?: string | undefined;
  /** The shop's public origin, such as `https://shop.example`; by default the request's own. */
  siteUrl?: string | undefined;
  /** Served at `/metrics` to requests with the token; off by default. */
  metrics?: { reader: MetricsReader; token: string } | undefined;
  handleCspReport?: ReturnType<typeof createCspReportHandler>;
  onPageServed?: PageCacheOptions['onServed'];
  /** A CDN in front of the shop; none by default. */
  cdn?: PageCacheOptions['cdn'];
  /** Concurrent renders; more than two only help with a remote store. */
  maxConcurrentRenders?: number;
  /** Serves the admin pages; none by default. */
  admin?:
    | {
        handleRequest: (request: Request) => Promise<Response>;
        clientFolder: string;
        /** Origin of their own host; undefined on the host of the shop. */
        origin: string | undefined;
      }
    | undefined;
  onError?: (error: unknown, request?: FailedRequest) => void;
}

/** Creates the HTTP server for built files, pictures, API calls and cached pages. The caller calls `listen`. */
export function createHost(options: HostOptions): Server {
  const { revision, onPageServed, metrics, maxConcurrentRenders, onError = console.error } = options;
  const serveBuildFile = options.clientFolder === undefined ? undefined : createBuildFileHandler(options.clientFolder);
  const servePicture = createMediaHandler({ folder: options.mediaFolder, cache: options.pictureCache, onError });
  const serveCall = getRequestListener(respondToCall, { overrideGlobalObjects: false, errorHandler: refuseTarget });
  const origins = new Origins(options.siteUrl);
  const render = (url: string, known?: string) =>
    options.handleRequest(new Request(url, known ? { headers: { [KNOWN_PAGE_DATA_HEADER]: known } } : {}));
  /** Requests so far, those of them that the page cache resolved, and the others at the last question. */
  let requests = 0;
  let resolved = 0;
  let othersSeen = 0;
  const hadOtherWork = (): boolean => {
    const others = requests - resolved;
    const had = others > othersSeen;
    othersSeen = others;
    return had;
  };
  const queue = { hadOtherWork, ...(maxConcurrentRenders && { maxConcurrent: maxConcurrentRenders }) };
  const allHeaders = { ...securityHeaders, ...(options.siteUrl?.startsWith('https:') && httpsOnly) };
  const pages = new PageCache({
    headers: allHeaders,
    isOneOrigin: Boolean(options.siteUrl),
    render,
    revision,
    onError,
    queue,
    cdn: options.cdn,
    findRedirect: async (url) => {
      const reply = await options.handleRequest(new Request(url, { headers: { [REDIRECT_QUESTION_HEADER]: '1' } }));
      if (reply.status >= 500) throw new Error(`The store does not say where ${url} leads`);
      return reply.headers.get('location') ?? undefined;
    },
    // A CDN would have to keep a copy for each dictionary.
    dictionaries: !options.cdn && supportsDictionaries() ? new Dictionaries() : undefined,
    ...(onPageServed && { onServed: onPageServed }),
  });

  const admin =
    options.admin &&
    createAdminHost({
      ...options.admin,
      serveBuildFile: serveBuildFile ?? createBuildFileHandler(options.admin.clientFolder),
      originOf: (request) => origins.originOf(request),
      servesApi: options.clientFolder === undefined,
      trustProxy: options.trustProxy ?? false,
      onError: reportError,
    });

  const handleCall = options.handleCall ?? options.handleRequest;

  async function respondToCall(request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> {
    try {
      return await handleCall(request);
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
      if (!isBusyError(error)) throw error;
      if (!response.destroyed) replyBusy(response);
    }
  }

  const headers = Object.entries(allHeaders);
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (!normaliseTarget(request)) return refuseBadRequest(response);
    if (options.isLocalOnly && !isLocalRequest(request)) return refuseRemoteRequest(request, response);
    if (options.demoLinkToken && openDemoLink(request, response, options.demoLinkToken)) return;
    const url = request.url ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (metrics && /^\/metrics(\?|$)/.test(url)) return respondWithMetrics(metrics.reader, metrics.token, request, response);
    if (options.handleCspReport && request.method === 'POST' && url === CSP_REPORTS_PATH)
      return options.handleCspReport(request, response);
    if (admin && (await admin.respond(request, response))) return;
    if (isAdminPath(pathOf(url))) return sendText(response, 404, 'Not found');
    if (!isRead && serveBuildFile && !url.startsWith('/api/')) return respondToOtherMethods(request, response);
    if (url.startsWith('/api/')) {
      if (!isValidHost(request.headers.host ?? '')) return refuseBadRequest(response);
      setClientAddressHeader(request, options.trustProxy ?? false);
      return serveCall(request, response);
    }
    if (url.startsWith('/media/')) return servePicture(url.slice('/media'.length), request, response);
    if (!serveBuildFile) return refusePage(options.siteUrl, response);
    if (await serveBuildFile(request, response)) return;
    resolved += 1;
    await servePage(request, response);
  }

  function reportError(error: unknown, request: IncomingMessage): string {
    const requestId = randomUUID();
    onError(error, { ...describeRequest(request), requestId });
    return requestId;
  }

  const mayServeReady = options.clientFolder !== undefined;
  const server = createServer(connectionTimeouts, (request, response) => {
    requests += 1;
    // Without a socket, a response waits for earlier ones on its connection.
    const isNext = response.socket !== null;
    const mayBeLink = options.demoLinkToken !== undefined && request.url?.startsWith('/?');
    if (
      mayServeReady &&
      isNext &&
      !mayBeLink &&
      !admin?.isOwnHost(request) &&
      (!options.isLocalOnly || isLocalRequest(request)) &&
      pages.serveReady(request, response)
    )
      return;
    if (!admitRequest(server, response)) return;
    respond(request, response).catch((error: unknown) => {
      const requestId = reportError(error, request);
      if (!response.headersSent) response.setHeader('x-request-id', requestId);
      sendText(response, 500, UNEXPECTED_ERROR);
    });
  });
  limitConnections(server, { isBehindProxy: options.trustProxy ?? false, maxConnections: options.maxConnections });
  server.once('close', () => void pages.close());
  return server;
}

/** Responds to a request whose target Hono could not convert to a URL. */
const refuseTarget = (error: unknown): Response => new Response(null, { status: error instanceof RequestError ? 400 : 500 });
