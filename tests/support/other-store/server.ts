import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LoopbackServer, listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { calls, type Place, Refused } from './calls.ts';
import { type Account, openAccount } from './session.ts';
import { reshape, type Shapes } from './shapes.ts';

/** Changes a reply: to another body, as JSON or text, to a bare HTTP status, or to `destroy`, which loses it; a promise delays it. */
type Change = (path: string, reply: unknown) => unknown;

/** A store API that was written from the specification alone, and shares no code with the site or its store. */
export interface OtherStore extends LoopbackServer {
  /** Base URL of its calls. */
  apiUrl: string;
  shapes: Shapes;
  change: Change;
  accounts: Account[];
  /** Calls so far, as `METHOD /path`. */
  requests: string[];
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="120"><rect width="90" height="120" fill="#58a"/></svg>';

const parse = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) return JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
  if (!type.startsWith('multipart/')) return {};
  const body = new Response(await text(request), { headers: { 'content-type': type } });
  return Object.fromEntries(await body.formData());
};

/** What the specification names, and not a header more. */
const corsHeaders = ({ keyHeader = 'x-app-key' }: Shapes): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-allow-headers': `content-type, authorization, ${keyHeader}`,
});

/** Starts the store. Its state and its shapes can be read and changed at any time. */
export async function startOtherStore(shapes: Shapes = {}): Promise<OtherStore> {
  const state = {
    shapes,
    change: ((_, reply) => reply) as Change,
    accounts: [openAccount('9876500001', { firstname: 'Asha', lastname: 'Rao' })],
    requests: [] as string[],
  };

  async function answer(request: IncomingMessage, url: URL): Promise<{ status: number; body: unknown }> {
    const path = url.pathname.replace(/^\/api/, '');
    const call = calls[`${request.method} ${path}`] ?? calls[`${request.method} ${path.replace(/[^/]+$/, '*')}`];
    state.requests.push(`${request.method} ${path}`);
    if (!call) return { status: 404, body: '<!doctype html><title>Not Found</title>' };
    const token = request.headers.authorization?.replace('Bearer ', '');
    const account = (): Account => {
      const known = state.accounts.find((one) => one.token === token);
      if (!known) throw new Refused(401, 'Unauthenticated.');
      return known;
    };
    try {
      if (!request.headers[state.shapes.keyHeader ?? 'x-app-key']) throw new Refused(401, 'Unknown application');
      const last = decodeURIComponent(path.split('/').at(-1) ?? '');
      const place: Place = {
        body: await parse(request),
        query: url.searchParams,
        last,
        account,
        accounts: state.accounts,
        shapes: state.shapes,
      };
      const reply = call(place);
      if (state.shapes.empty && Object.keys(reply).length === 0) return { status: 204, body: '' };
      if (Array.isArray(reply)) return { status: 200, body: reshape(reply, state.shapes) };
      const named = state.shapes.withoutSuccess ? reply : { success: true, ...reply };
      return { status: 200, body: reshape(named, state.shapes) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, message, errors } = error;
      const listed = Object.fromEntries(Object.entries(errors ?? {}).map(([name, said]) => [name, [said]]));
      const shown = errors && { errors: state.shapes.formErrors ? errors : listed };
      return { status, body: { ...(!state.shapes.withoutSuccess && { success: false }), message, ...shown } };
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://store');
    const headers = corsHeaders(state.shapes);
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
    if (url.pathname.startsWith('/pictures/'))
      return void response.writeHead(200, { ...headers, 'content-type': 'image/svg+xml' }).end(PICTURE);
    const { status, body } = await answer(request, url);
    const changed = await state.change(url.pathname.replace(/^\/api/, ''), body);
    if (changed === 'destroy') return void response.destroy();
    if (typeof changed === 'number') return void response.writeHead(changed, headers).end();
    const isText = typeof changed === 'string';
    response
      .writeHead(status, { ...headers, 'content-type': isText ? 'text/html' : 'application/json' })
      .end(status === 204 ? undefined : isText ? changed : JSON.stringify(changed));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  const { url, stop } = await listenOnLoopback(server);
  return Object.assign(state, { url, apiUrl: `${url}/api`, stop });
}
