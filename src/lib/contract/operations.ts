import * as z from 'zod/mini';
import { defineCall, replyOk } from './call.ts';
import { failure } from './texts.ts';

/** What is asked by machines that have no application key; never by the site. */

export const healthzCall = defineCall({
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  access: 'keyless',
  summary: 'Whether the process answers at all.',
  reply: replyOk,
  failure: failure.generic,
});

export const readyzCall = defineCall({
  name: 'readyz',
  method: 'GET',
  path: '/readyz',
  access: 'keyless',
  summary:
    'Whether the store can answer calls: 503 while its catalogue cannot be read or nothing can be written. Tells the revision of the catalogue.',
  reply: z.extend(replyOk, { revision: z.int() }),
  failure: failure.notReady,
});

export const paymentWebhookCall = defineCall({
  name: 'paymentWebhook',
  method: 'POST',
  path: '/payment/webhook/{provider}',
  access: 'keyless',
  summary: 'Takes a message that a payment provider sends by itself; it counts for its signature, made over the body as it came.',
  params: z.object({ provider: z.string() }),
  body: z.record(z.string(), z.unknown()),
  reply: replyOk,
  failure: failure.generic,
});

/** Every such call. */
export const operationCalls = [healthzCall, readyzCall, paymentWebhookCall] as const;
