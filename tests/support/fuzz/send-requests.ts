import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Store } from '#api/embedded-store.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { refusalReply } from '#lib/contract/calls/define-call.ts';
import { anyRequest, type GeneratedRequest } from './request.ts';
import type { Known } from './schema.ts';
import { makeWorld, type World } from './seeded-store.ts';
import { strictly } from './strict-schema.ts';

/** Number of concurrent requests. */
const AT_ONCE = 10;

const strictRefusal = z.strictObject(refusalReply.def.shape);

/** Number of answers by call name and status. */
export type Tally = Map<string, Map<number, number>>;

function addressOf({ path }: Call, params: Record<string, string>): string {
  const query = new URLSearchParams();
  let filled: string = path;
  for (const [name, value] of Object.entries(params)) {
    const written = value.toWellFormed();
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, () => encodeURIComponent(written) || '-');
    else query.set(name, written);
  }
  return `http://store.test/api${filled}?${query}`;
}

/** The parts of a request to print with a failure. */
const told = ({ call, session, params, body, headers }: GeneratedRequest): string =>
  JSON.stringify({
    call: call.name,
    session,
    params,
    body: body instanceof FormData ? [...body] : body?.slice(0, 2000),
    headers,
  });

/**
 * Checks one answer against the contract: envelope, status, headers, and no field that the contract does not name. Returns the parsed
 * body.
 */
async function judge(request: GeneratedRequest, response: Response): Promise<unknown> {
  const said = await response.text();
  const where = `${told(request)} was answered ${response.status} ${said.slice(0, 2000)}`;
  assert.ok(response.status === 200 || (response.status >= 400 && response.status < 500), where);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/, where);
  assert.equal(response.headers.get('cache-control'), 'no-store', where);
  if (response.status === 429) assert.match(response.headers.get('retry-after') ?? '', /^\d+$/, where);
  const schema = response.ok ? strictly(request.call.reply) : strictRefusal;
  const parsed = z.safeParse(schema, JSON.parse(said));
  assert.ok(parsed.success, `${where}\n${parsed.error && z.prettifyError(parsed.error)}`);
  return parsed.data;
}

async function send(store: Store, applicationKey: string, world: World, generated: GeneratedRequest): Promise<number> {
  const request = await world.recall(generated);
  const token = world.tokenOf(request.session, request.who);
  const response = await store.fetch(
    new Request(addressOf(request.call, request.params), {
      method: request.call.method,
      headers: { ...request.headers, 'x-app-key': applicationKey, ...(token && { authorization: `Bearer ${token}` }) },
      ...(request.body !== undefined && { body: request.body }),
    }),
  );
  const reply = await judge(request, response);
  if (response.ok) world.learn(request, reply);
  const ended = response.status === 401 || (response.ok && ['logout', 'endSessions'].includes(request.call.name));
  if (ended) await world.renew(request.session, request.who);
  return response.status;
}

interface VolleyOptions {
  seed?: number | undefined;
  /** The calls that are made: all of the shop by default. */
  among?: readonly Call[];
  /** More values that the shop knows, by the name of a field. */
  known?: Known;
}

/**
 * Sends `count` generated requests to a shop without customers, some concurrently. Throws at the first answer outside the contract, with the
 * smallest failing sequence and its seed.
 */
export async function sendVolleys(
  store: Store,
  applicationKey: string,
  count: number,
  { seed, among = calls, known = {} }: VolleyOptions = {},
): Promise<Tally> {
  const world = await makeWorld(store.db);
  const tally: Tally = new Map();
  const volley = fc.array(anyRequest({ ...world.known, ...known }, among), {
    minLength: AT_ONCE,
    maxLength: AT_ONCE,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(volley, async (requests) => {
      const statuses = await Promise.all(requests.map((request) => send(store, applicationKey, world, request)));
      for (const [i, status] of statuses.entries()) {
        const name = requests[i]?.call.name ?? '';
        const byStatus = tally.get(name) ?? new Map<number, number>();
        tally.set(name, byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
      }
    }),
    { numRuns: Math.ceil(count / AT_ONCE), endOnFailure: true, ...(seed !== undefined && { seed }) },
  );
  return tally;
}
