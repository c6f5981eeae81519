import * as z from 'zod/mini';
import { opaqueToken } from '#lib/contract/fields.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { defineCall, replyOk } from './define-call.ts';

export const healthzCall = defineCall({
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  access: 'keyless',
  summary: 'Liveness check: whether the process answers requests.',
  reply: replyOk,
  failure: failure.generic,
});

export const readyzCall = defineCall({
  name: 'readyz',
  method: 'GET',
  path: '/readyz',
  access: 'keyless',
  summary: 'Readiness check: returns the catalogue revision, or 503 while the database cannot be read or written.',
  reply: z.extend(replyOk, { revision: z.int() }),
  failure: failure.notReady,
});

export const paymentWebhookCall = defineCall({
  name: 'paymentWebhook',
  method: 'POST',
  path: '/payment/webhook/{provider}',
  access: 'keyless',
  summary: 'Receives a webhook of a payment provider, authenticated by its signature of the raw body.',
  params: z.object({ provider: z.string() }),
  body: z.record(z.string(), z.unknown()),
  reply: replyOk,
  failure: failure.generic,
});

export const paymentCallbackCall = defineCall({
  name: 'paymentCallback',
  method: 'POST',
  path: '/payment/callback/{provider}',
  access: 'keyless',
  summary:
    'Receives the browser from a provider’s payment page, as a form. Trusts the provider’s signature alone and redirects to the page with the result.',
  params: z.object({ provider: z.string(), id: z.optional(opaqueToken), site: z.optional(z.string()) }),
  body: z.record(z.string(), z.string()),
  encoding: 'form',
  reply: replyOk,
  failure: failure.generic,
});

/** Calls of monitoring and payment providers, which have no application key. The site never makes them. */
export const operationCalls = [healthzCall, readyzCall, paymentWebhookCall, paymentCallbackCall] as const;
