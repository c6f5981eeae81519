import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A response as it came over the network. */
export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RawRequest {
  method?: string;
  /** Sent as it is: nothing resolves dots or encodes. */
  path: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

/** Sends a request to a server without what `fetch` does by itself: it follows no redirect, and sets any path and any header. */
export function sendRaw(origin: string, { method, path, headers = {}, form }: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const body = form && new URLSearchParams(form).toString();
  const ofForm = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method: method ?? (form ? 'POST' : 'GET'), headers: { ...ofForm, ...headers }, agent: false },
      async (response) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The header of a browser with this session. */
export const sessionCookie = (token: string): Record<string, string> => ({ cookie: `__Host-staff=${token}` });
