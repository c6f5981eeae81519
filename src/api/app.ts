import { randomUUID } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { calls } from '#lib/contract/all-calls.ts';
import { APPLICATION_KEY_HEADER } from '#lib/contract/application-key.ts';
import type { Call, ReplyOf } from '#lib/contract/call.ts';
import { MAX_BODY_BYTES } from '#lib/contract/limits.ts';
import { healthzCall, paymentWebhookCall, readyzCall } from '#lib/contract/operations.ts';
import { failure } from '#lib/contract/texts.ts';
import { createBudgetAlarm } from './budget-alarm.ts';
import type { CallContext, Handler } from './calls/handler.ts';
import { readBodyWithin } from './calls/http/body-limit.ts';
import { parseBody, parseParams } from './calls/http/parse.ts';
import { replyFailure, replyJson, replyRefusal } from './calls/http/reply.ts';
import { handlers } from './calls/registry.ts';
import { handleWebhook } from './calls/webhook.ts';
import { isLockTimeout } from './database/errors/lock-timeout.ts';
import { isOutOfSpace } from './database/errors/out-of-space.ts';
import { renderDocsPage } from './docs-page.ts';
import type { Metrics } from './metrics.ts';
import { getOpenApiDocument } from './openapi.ts';
import { BudgetExceeded } from './services/limits/message-budget.ts';
import { Refusal } from './services/refusal.ts';
import { findShopper, type Shopper } from './services/sessions/sessions.ts';
import { checkReadiness } from './services/store/readiness.ts';

/** Every call is answered within this time, in milliseconds. */
const ANSWER_WITHIN_MS = 10_000;

export interface AppOptions extends CallContext {
  applicationKey: string;
  /** Origins of static sites that may call from a browser; none by default. */
  allowedOrigins: string[];
  log: Logger;
  metrics: Metrics;
}

type Env = {
  Variables: {
    requestId: string;
    /** What was asked for, by the contract's name of the call; unset where the path is nothing's. */
    call: string | undefined;
  };
};

/** After so many seconds a call that waited too long for a lock may be sent again. */
const RETRY_AFTER_S = 5;

/** A lock that others held for too long is no fault of the call: the same may succeed in a moment. */
function refuseBusy(error: unknown, { log }: AppOptions, requestId: string, call?: string): Response {
  log.warn({ err: error, call, requestId }, 'waited too long for a lock');
  return replyRefusal(new Refusal(503, failure.busy, { retryAfter: RETRY_AFTER_S }));
}

/** Refuses a body over the limit, and one that does not come in time. What is left of it stays unread, so the connection is closed. */
const limitBody: MiddlewareHandler<Env> = async (context, next) => {
  try {
    context.req.raw = await inTime(readBodyWithin(context.req.raw, MAX_BODY_BYTES));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refused = replyRefusal(error);
    refused.headers.set('connection', 'close');
    return refused;
  }
  return next();
};

/** The store API below `/api`: every call of the contract, registered once. */
export function createApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>().basePath('/api');
  app.use(record(options));
  app.use(allowOrigins(options.allowedOrigins));
  app.use(limitBody);

  const answer = (name: string, path: string, reply: () => Response | Promise<Response>): void => {
    app.get(path, (context) => {
      context.set('call', name);
      return reply();
    });
  };
  answer(healthzCall.name, healthzCall.path, () => replyJson({ success: true } satisfies ReplyOf<typeof healthzCall>));
  answer(readyzCall.name, readyzCall.path, () => answerReady(options));
  answer('openapi.json', '/openapi.json', () => replyJson(getOpenApiDocument()));
  answer('docs', '/docs', renderDocsPage);
  app.post(routeOf(paymentWebhookCall), (context) => {
    context.set('call', paymentWebhookCall.name);
    return handleWebhook(context.req.param('provider') ?? '', context.req.raw, options);
  });
  const alarm = createBudgetAlarm(options.log, options.metrics);
  for (const call of calls) registerCall(app, call, options, alarm);

  app.notFound(() => replyFailure(404, failure.notFound));
  app.onError((error, context) => {
    if (isLockTimeout(error)) return refuseBusy(error, options, context.get('requestId'));
    if (isOutOfSpace(error)) return refuseOutOfSpace(error, options.log);
    options.log.error({ err: error, requestId: context.get('requestId') }, 'unexpected failure');
    return replyFailure(500, failure.generic);
  });
  return app;
}

/** What is asked every few seconds, by machines, would drown the rest of a log. */
const quiet: ReadonlySet<string> = new Set([healthzCall.name, readyzCall.name]);

/** Gives a request its id; notes what was answered and how long it took, in the log and the metrics. Neither learns who asked what. */
const record =
  ({ log, metrics }: AppOptions): MiddlewareHandler<Env> =>
  async (context, next) => {
    const requestId = randomUUID();
    context.set('requestId', requestId);
    const begun = performance.now();
    await next();
    context.header('x-request-id', requestId);
    const call = context.get('call') ?? 'none';
    const { status } = context.res;
    const ms = performance.now() - begun;
    metrics.observeCall(call, status, ms / 1000);
    const level = quiet.has(call) ? 'debug' : 'info';
    log[level]({ requestId, call, status, ms: Math.round(ms * 10) / 10 }, 'answered');
  };

/** When trying again is sensible after the disk was full, in seconds: somebody has to make room first. */
const OUT_OF_SPACE_RETRY_SECONDS = 60;

/** Nothing can be written (503): the owner reads of it in the log. */
function refuseOutOfSpace(error: unknown, log: Logger): Response {
  log.error({ err: error }, 'the disk is full: nothing can be written until there is space again');
  return replyRefusal(new Refusal(503, failure.outOfSpace, { retryAfter: OUT_OF_SPACE_RETRY_SECONDS }));
}

/** A call's path as Hono writes it. */
const routeOf = ({ path }: Call): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Ready is a shop that can read its catalogue and write to its database. */
async function answerReady({ db, log }: AppOptions): Promise<Response> {
  try {
    return replyJson({ success: true, revision: await checkReadiness(db) } satisfies ReplyOf<typeof readyzCall>);
  } catch (error) {
    log.error({ err: error }, 'the catalogue cannot be read or nothing can be written');
    return replyFailure(503, failure.notReady);
  }
}

/** A site on another origin may call when the owner has named it. Tokens travel in a header, so no credentials are allowed along. */
const allowOrigins = (origins: string[]): MiddlewareHandler =>
  cors({
    origin: origins,
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['content-type', 'authorization', APPLICATION_KEY_HEADER, 'idempotency-key'],
    exposeHeaders: ['retry-after', 'x-request-id'],
    maxAge: 86_400,
  });

function registerCall(app: Hono<Env>, call: Call, options: AppOptions, alarm: ReturnType<typeof createBudgetAlarm>): void {
  const path = routeOf(call);
  const handle = handlers[call.name as keyof typeof handlers] as Handler<Call>;

  app.on(call.method, path, async (context) => {
    context.set('call', call.name);
    const work = async (): Promise<Response> => {
      const { headers } = context.req.raw;
      if (headers.get(APPLICATION_KEY_HEADER) !== options.applicationKey)
        throw new Refusal(401, failure.applicationKey, { code: 'application_key' });
      const shopper = await admit(call, options, headers);
      const params = parseParams(call, { ...context.req.query(), ...context.req.param() });
      const body = await parseBody(call, context.req.raw);
      const replyHeaders = new Headers();
      return replyJson(await handle({ context: options, params, body, headers, replyHeaders, shopper }), replyHeaders);
    };
    try {
      return await inTime(work());
    } catch (error) {
      if (error instanceof BudgetExceeded) alarm(error);
      if (error instanceof Refusal) return replyRefusal(error);
      if (isLockTimeout(error)) return refuseBusy(error, options, context.get('requestId'), call.name);
      if (isOutOfSpace(error)) return refuseOutOfSpace(error, options.log);
      options.log.error({ err: error, call: call.name, requestId: context.get('requestId') }, 'unexpected failure');
      return replyFailure(500, call.failure);
    }
  });
  app.all(path, (context) => {
    context.set('call', call.name);
    const response = replyFailure(405, failure.methodNotAllowed);
    response.headers.set('allow', call.method);
    return response;
  });
}

/** Finds who is asking and holds the call's access rule. */
async function admit(call: Call, { db }: CallContext, headers: Headers): Promise<Shopper | undefined> {
  const token = /^Bearer\s+(\S{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (call.access === 'anyone') return undefined;
  if (!token) throw new Refusal(401, failure.notAuthenticated);
  const shopper = await findShopper(db, token);
  if (!shopper) throw new Refusal(401, failure.sessionExpired, { code: 'session_expired' });
  if (call.access === 'customer' && !shopper.hasDetails) throw new Refusal(403, failure.detailsFirst);
  return shopper;
}

/** Gives up waiting when an answer takes too long; what was under way still finishes or rolls back as a whole. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal(503, failure.tooSlow)), ANSWER_WITHIN_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
