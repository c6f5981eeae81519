import * as z from 'zod/mini';
import { defineCall, replyWith } from './calls/define-call.ts';
import { pincode } from './fields.ts';
import { failure } from './messages/failures.ts';

export const pincodeCall = defineCall({
  name: 'pincode',
  method: 'GET',
  path: '/pincode/{pincode}',
  access: 'anyone',
  summary: 'Cities and states of a pincode; an empty list if it is unknown.',
  params: z.object({ pincode }),
  reply: replyWith(z.array(z.object({ city: z.string(), state: z.string() }))),
  failure: failure.generic,
  beyondSpecification: true,
});
