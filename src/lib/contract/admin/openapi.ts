import * as z from 'zod/mini';
import { defineCall } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/** The store answers it itself, so that it is none of `adminCalls`, which have a handler each. */
export const adminOpenApiCall = defineCall({
  name: 'adminOpenApi',
  method: 'GET',
  path: '/admin/openapi.json',
  access: 'owner',
  summary: 'The calls of the admin pages, as an OpenAPI document.',
  reply: z.looseObject({ openapi: z.literal('3.1.0') }),
  failure: failure.generic,
  beyondSpecification: true,
});
