import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { handlePaymentCallback, handleWebhook } from '#api/handlers/payments.ts';
import { MODULE_PATH } from '#api/services/payments/browser-module.ts';
import { publishPictures } from '#api/services/pictures/picture-urls.ts';
import { adminOpenApiCall } from '#lib/contract/admin/openapi.ts';
import { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import { keyedCalls } from '#lib/contract/calls/keyed-calls.ts';
import { healthzCall, paymentCallbackCall, paymentWebhookCall, readyzCall } from '#lib/contract/calls/monitoring-and-webhooks.ts';
import { subcategoryVariationsCall } from '#lib/contract/catalogue.ts';
import { IDEMPOTENCY_HEADER } from '#lib/contract/checkout.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { renderDocsPage } from './api-docs-page.ts';
import type { DatabaseIdentity, RevisionReader } from './database/catalogue-revision.ts';
import {
  CONNECTION_RETRY_AFTER_S,
  DISK_FULL_RETRY_AFTER_S,
  isConnectionLost,
  isLockTimeout,
  isOutOfSpace,
} from './database/errors/engine-errors.ts';
import { handlers } from './handlers/all-handlers.ts';
import { replyBrowserModule } from './handlers/browser-module.ts';
import type { CallContext, Handler } from './handlers/call-context.ts';
import { authorise } from './handlers/http/authorise.ts';
import { type CdnSettings, cdnReplyHeaders } from './handlers/http/cdn-keys-of-replies.ts';
import { MAX_BODY_BYTES, readBodyWithin } from './handlers/http/limit-request-body.ts';
import { parseBody, parseParams } from './handlers/http/parse-request.ts';
import { readIpAddress } from './handlers/http/read-ip-address.ts';
import { recordRefusedAccess } from './handlers/http/record-refused-access.ts';
import { replyFailure, replyJson, replyRefusal } from './handlers/http/reply.ts';
import { INVOICE_PATH, replyInvoice } from './handlers/invoice-page.ts';
import { createBudgetAlarm } from './message-budget-alarm.ts';
import type { Metrics } from './metrics.ts';
import { getAdminOpenApiDocument, getOpenApiDocument } from './openapi.ts';
import { withRequestTimeout } from './request-timeout.ts';
import { memoiseByRevision } from './services/catalogue/revision-cache.ts';
import { withTimeout } from './services/concurrency.ts';
import { BudgetExceeded } from './services/limits/message-budget.ts';
import { Refusal } from './services/refusal.ts';
import { createReadinessCheck } from './services/store/readiness.ts';

/** Retry-After when a call timed out waiting for a lock, in seconds. */
const LOCK_RETRY_AFTER_S = 5;

/** Retry-After when a backup replaced what a call had read, in seconds. */
const RESTORE_RETRY_AFTER_S = 5;

/** Timeout of the readiness check in milliseconds, shorter than that of load balancers. */
const READINESS_TIMEOUT_MS = 2000;

/** How long browsers may cache the reply to a CORS preflight request, in seconds. */
const PREFLIGHT_MAX_AGE_S = 24 * 60 * 60;

export interface AppOptions extends CallContext {
  applicationKey: string;
  allowedOrigins: string[];
  cdn: CdnSettings | undefined;
  /** The catalogue revision, if it is known to be the latest (see `RevisionReader`). */
  confirmedRevision: () => number | undefined;
  /** Tells the catalogue revision, and whether a backup replaced the database. */
  database: Pick<RevisionReader, 'read' | 'identity' | 'wasReplaced'>;
  /** Whether the API is described at `/api/docs` and `/api/openapi.json`. */
  servesApiDocs: boolean;
  servesAdmin: boolean;
  log: Logger;
  metrics: Metrics;
}

/** Takes the reply of a call as an object: the response has no body then. */
export type TakeReply = (reply: unknown) => void;

/** Calls that pages repeat with the same parameters; they share the replies, and change none. Other clients see each change at once. */
const sharedCalls: readonly Call[] = [storeInfoCall, subcategoryVariationsCall];

/** How many shared replies are kept until the catalogue changes. */
const MAX_SHARED = 50;

type Env = {
  Bindings: { takeReply?: TakeReply | undefined };
  Variables: {
    requestId: string;
    /** That of the database when the request came. */
    identity: DatabaseIdentity;
    /** The call's name in the contract; unset for an unknown path. */
    call: string | undefined;
  };
};

/** Converts an error to a reply; logs unexpected ones. `message` is the call's default failure message. */
async function replyError(
  error: unknown,
  { log, database }: AppOptions,
  context: Context<Env>,
  message: string = failure.generic,
): Promise<Response> {
  if (error instanceof Refusal) return replyRefusal(error);
  const fields = { err: error, call: context.get('call'), requestId: context.get('requestId') };
  if (isLockTimeout(error)) {
    log.warn(fields, 'waited too long for a lock');
    return replyRefusal(new Refusal(503, failure.busy, { retryAfter: LOCK_RETRY_AFTER_S }));
  }
  if (isConnectionLost(error)) {
    log.error(fields, 'the database server does not answer');
    return replyRefusal(new Refusal(503, failure.busy, { retryAfter: CONNECTION_RETRY_AFTER_S }));
  }
  if (isOutOfSpace(error)) {
    log.error(fields, 'the disk is full: nothing can be written until there is space again');
    return replyRefusal(new Refusal(503, failure.outOfSpace, { retryAfter: DISK_FULL_RETRY_AFTER_S }));
  }
  if (await database.wasReplaced(context.get('identity'))) {
    log.warn(fields, 'a backup was restored during the request');
    return replyRefusal(new Refusal(503, failure.busy, { retryAfter: RESTORE_RETRY_AFTER_S }));
  }
  log.error(fields, 'unexpected failure');
  return replyFailure(500, message);
}

/** Refuses a body that is too large or too slow. The rest of it is not read, so the connection is closed. */
const limitBody: MiddlewareHandler<Env> = async (context, next) => {
  try {
    context.req.raw = await withRequestTimeout(readBodyWithin(context.req.raw, MAX_BODY_BYTES));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reply = replyRefusal(error);
    reply.headers.set('connection', 'close');
    return reply;
  }
  return next();
};

/** Responds to a read with 304 if the client asks for it unless it exists (RFC 9110, 13.1.2). Replies have no entity tags, so only `*` matches. */
const replyIfNoneMatch: MiddlewareHandler<Env> = async (context, next) => {
  await next();
  const isRead = context.req.method === 'GET' || context.req.method === 'HEAD';
  if (isRead && context.res.status === 200 && context.req.header('if-none-match')?.trim() === '*')
    context.res = new Response(null, { status: 304 });
};

/** Creates the store API below `/api` with every call of the contract. */
export function createApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>().basePath('/api');
  app.use(logRequests(options));
  app.use(allowOrigins(options.allowedOrigins));
  app.use(limitBody);
  app.use(replyIfNoneMatch);

  const serve = (
    method: 'get' | 'post',
    { name, path }: Pick<Call, 'name' | 'path'>,
    reply: (context: Context<Env>) => Response | Promise<Response>,
  ) =>
    app[method](routeOf({ path }), (context: Context<Env>) => {
      context.set('call', name);
      return reply(context);
    });
  serve('get', healthzCall, () => replyJson({ success: true } satisfies ReplyOf<typeof healthzCall>));
  const checkReadiness = createReadinessCheck(options.db);
  serve('get', readyzCall, () => replyReadiness(checkReadiness, options.log));
  if (options.servesApiDocs) {
    serve('get', { name: 'openapi.json', path: '/openapi.json' }, () => replyJson(getOpenApiDocument()));
    serve('get', { name: 'docs', path: '/docs' }, renderDocsPage);
  }
  serve('post', paymentWebhookCall, ({ req }) => handleWebhook(req.param('provider') ?? '', req.raw, options));
  serve('post', paymentCallbackCall, ({ req }) => handlePaymentCallback(req.param('provider') ?? '', req.raw, options));
  const browserModule = options.paymentProvider?.browserModule;
  serve('get', { name: 'paymentModule', path: `${MODULE_PATH}/:file` }, ({ req }) =>
    replyBrowserModule(req.param('file') ?? '', browserModule),
  );
  serve('get', { name: 'invoice', path: INVOICE_PATH }, ({ req }) =>
    replyInvoice(options.db, req.param('number') ?? '', req.query()),
  );
  const alarm = createBudgetAlarm(options.db, options.log, options.metrics);
  const share = memoiseByRevision<ReplyOf<Call>>(MAX_SHARED, async () => options.database.read());
  const served: readonly Call[] = [...calls, ...keyedCalls, ...(options.servesAdmin ? adminCalls : [])];
  for (const call of served) registerCall(app, call, handlers[call.name] as Handler<Call>, options, { alarm, share });
  const ofOwners = options.servesAdmin ? [adminOpenApiCall] : [];
  for (const call of ofOwners) registerCall(app, call, async () => ({ ...getAdminOpenApiDocument() }), options, { alarm, share });
  refuseOtherMethods(app, [...served, ...ofOwners]);

  app.notFound(() => replyFailure(404, failure.notFound));
  app.onError((error, context) => replyError(error, options, context));
  return app;
}

/** Health checks are logged at debug level, because they come every few seconds. */
const healthChecks: ReadonlySet<string> = new Set([healthzCall.name, readyzCall.name]);

/** Assigns a request id, and records status and duration in the log and the metrics, without personal data. */
const logRequests =
  ({ log, metrics, database }: AppOptions): MiddlewareHandler<Env> =>
  async (context, next) => {
    const requestId = randomUUID();
    context.set('requestId', requestId);
    context.set('identity', database.identity());
    const startedAt = performance.now();
    await next();
    context.header('x-request-id', requestId);
    const call = context.get('call') ?? 'none';
    const { status } = context.res;
    const ms = performance.now() - startedAt;
    metrics.observeCall(call, status, ms / 1000);
    const level = healthChecks.has(call) ? 'debug' : 'info';
    log[level]({ requestId, call, status, ms: Math.round(ms * 10) / 10 }, 'answered');
  };

/** The call's path in Hono's syntax. */
const routeOf = ({ path }: Pick<Call, 'path'>): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Says whether the store can read its catalogue and write to its database; 503 if not. */
async function replyReadiness(check: () => Promise<number>, log: Logger): Promise<Response> {
  try {
    const revision = await withTimeout(check(), READINESS_TIMEOUT_MS, () => new Error('The database does not answer'));
    return replyJson({ success: true, revision } satisfies ReplyOf<typeof readyzCall>);
  } catch (error) {
    log.error({ err: error }, 'the catalogue cannot be read or nothing can be written');
    return replyRefusal(new Refusal(503, failure.notReady, { retryAfter: CONNECTION_RETRY_AFTER_S }));
  }
}

/** CORS for the configured origins. Tokens are sent in a header, so credentials (cookies) are not allowed. */
const allowOrigins = (origins: string[]): MiddlewareHandler =>
  cors({
    origin: origins,
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['content-type', 'authorization', APPLICATION_KEY_HEADER, IDEMPOTENCY_HEADER],
    exposeHeaders: ['retry-after', 'x-request-id'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  });

interface Shared {
  alarm: ReturnType<typeof createBudgetAlarm>;
  share: ReturnType<typeof memoiseByRevision<ReplyOf<Call>>>;
}

function registerCall(app: Hono<Env>, call: Call, handle: Handler<Call>, options: AppOptions, { alarm, share }: Shared): void {
  const path = routeOf(call);

  app.on(call.method, path, async (context) => {
    context.set('call', call.name);
    const respond = async (): Promise<Response> => {
      const { headers } = context.req.raw;
      const caller = await authorise(call, options, headers);
      const params = parseParams(call, { ...context.req.query(), ...context.req.param() });
      const body = await parseBody(call, context.req.raw);
      const replyHeaders = new Headers();
      const revision = options.cdn && options.confirmedRevision();
      const run = async (): Promise<ReplyOf<Call>> => {
        const request = { context: options, db: options.db, headers, ipAddress: readIpAddress(headers), replyHeaders };
        const handled = await handle({ ...request, ...caller, params, body });
        return options.picturesUrl ? publishPictures(handled, options.picturesUrl) : handled;
      };
      const { takeReply } = context.env;
      const reply = await (takeReply && sharedCalls.includes(call) ? share(options.db, [call.name, params, body], run) : run());
      takeReply?.(reply);
      const response = replyJson(takeReply ? undefined : reply, replyHeaders);
      if (options.cdn) {
        // A reply that may be older than the latest change must not be kept: the CDN has been told to purge it already.
        const isCurrent = revision !== undefined && options.confirmedRevision() === revision;
        for (const [name, value] of Object.entries(cdnReplyHeaders(call, body, reply, options.cdn, isCurrent)))
          response.headers.set(name, value);
        response.headers.append('vary', APPLICATION_KEY_HEADER);
      }
      return response;
    };
    try {
      return await withRequestTimeout(respond());
    } catch (error) {
      if (error instanceof BudgetExceeded) await alarm(error);
      await recordRefusedAccess(options.db, call, error, context.req.raw.headers);
      return await replyError(error, options, context, call.failure);
    }
  });
}

/** Names the methods of a path for any other. After all calls, because several may share a path. */
function refuseOtherMethods(app: Hono<Env>, served: readonly Call[]): void {
  for (const [path, ofPath] of Map.groupBy(served, routeOf))
    app.all(path, (context) => {
      context.set('call', ofPath[0]?.name);
      const response = replyFailure(405, failure.methodNotAllowed);
      const methods = new Set(ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
      response.headers.set('allow', [...methods].join(', '));
      return response;
    });
}
