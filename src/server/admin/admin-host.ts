import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { readBodyWithin } from '#api/handlers/http/limit-request-body.ts';
import { Refusal } from '#api/services/refusal.ts';
import { ADMIN_BASE, ADMIN_HOST_HEADER, isAdminPath } from '#lib/contract/admin/admin-path.ts';
import { decodePath } from '#lib/rules/routes/decode-path.ts';
import type { BuildFileHandler } from '#server/files/build-files.ts';
import { setClientAddressHeader } from '#server/http/client-ip-address.ts';
import { sendText } from '#server/http/error-replies.ts';
import { httpsOnly, noStore, plainText } from '#server/http/response-headers.ts';

/** Maximum size of a form, in bytes: a courier's file of a month fits in. */
const MAX_FORM_BYTES = 2 * 1024 * 1024;

/**
 * Headers of every admin page. The referrer policy keeps the Origin header of forms, which `no-referrer` would remove; the camera reads
 * barcodes.
 */
const adminHeaders = {
  ...noStore,
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
};

export interface AdminHostOptions {
  handleRequest: (request: Request) => Promise<Response>;
  serveBuildFile: BuildFileHandler;
  /** Origin of the admin's own host; undefined on the host of the shop. */
  origin: string | undefined;
  /** The origin of a request to the host of the shop. */
  originOf: (request: IncomingMessage) => string;
  servesApi: boolean;
  trustProxy: boolean;
  onError: (error: unknown, request: IncomingMessage) => string;
}

export interface AdminHost {
  /** Whether a request is for the admin's own host, where nothing else is served. */
  isOwnHost: (request: IncomingMessage) => boolean;
  /** Responds to a request for an admin page or call; false for one that is not. */
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** The path that a request's address leads to, in whatever spelling. */
function resolvePath(url: string): string {
  const { pathname } = new URL(`http://host${url}`);
  return decodePath(pathname) ?? pathname;
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Serves the admin pages on the host of the shop, or on their own. */
export function createAdminHost(options: AdminHostOptions): AdminHost {
  const { origin, trustProxy } = options;
  const ownHost = origin && new URL(origin).host;
  const isOwnHost = ({ headers }: IncomingMessage): boolean => ownHost !== undefined && headers.host?.toLowerCase() === ownHost;

  const servePage = getRequestListener(
    async (request, { incoming }) => {
      try {
        // The configured origin: behind a proxy that ends TLS, the request has another.
        const { pathname, search } = new URL(request.url);
        const base = origin ?? options.originOf(incoming as IncomingMessage);
        const { method } = request;
        const headers = new Headers(request.headers);
        headers.set(ADMIN_HOST_HEADER, '1');
        const body = method === 'GET' || method === 'HEAD' ? undefined : request.body;
        const sent = new Request(base + pathname + search, {
          method,
          headers,
          body: body ?? null,
          duplex: 'half',
        } as RequestInit);
        const response = await options.handleRequest(await readBodyWithin(sent, MAX_FORM_BYTES));
        const { headers: sentHeaders } = response;
        for (const [name, value] of Object.entries(adminHeaders)) sentHeaders.set(name, value);
        if (base.startsWith('https:')) for (const [name, value] of Object.entries(httpsOnly)) sentHeaders.set(name, value);
        return response;
      } catch (error) {
        if (error instanceof Refusal)
          return new Response(`${[error.message].flat()[0]}\n`, { status: error.status, headers: plainText });
        const requestId = options.onError(error, incoming as IncomingMessage);
        return new Response('Something went wrong. Please try again in a moment.\n', {
          status: 500,
          headers: { ...plainText, 'x-request-id': requestId },
        });
      }
    },
    { overrideGlobalObjects: false },
  );

  return {
    isOwnHost,
    respond: async (request, response) => {
      const path = resolvePath(request.url ?? '/');
      const isOwn = isOwnHost(request);
      const isAdminCall = path.startsWith(`/api${ADMIN_BASE}/`);
      if (!isOwn && ownHost && (isAdminPath(path) || isAdminCall)) {
        sendText(response, 404, 'Not found');
        return true;
      }
      if (!isAdminPath(path)) {
        if (!isOwn || isAdminCall || path.startsWith('/media/') || (options.servesApi && path.startsWith('/api/'))) return false;
        if (path === '/') response.writeHead(302, { location: ADMIN_BASE, ...noStore }).end();
        else if (!isRead(request) || !(await options.serveBuildFile(request, response))) sendText(response, 404, 'Not found');
        return true;
      }
      if (!isRead(request) && request.method !== 'POST') {
        response.writeHead(405, { allow: 'GET, HEAD, POST', 'content-length': 0, ...noStore }).end();
        return true;
      }
      setClientAddressHeader(request, trustProxy);
      await servePage(request, response);
      return true;
    },
  };
}
