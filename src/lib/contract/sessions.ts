import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from './calls/define-call.ts';
import { opaqueToken, timestamp } from './fields.ts';
import { failure } from './messages/failures.ts';

/** A session of a customer, as shown in the list of devices. */
export const signedInDevice = z.object({
  /** Identifies the session in `end-session`; authorises nothing. */
  session_id: z.string(),
  /** Browser and system for display, such as "Chrome on Android". */
  device_name: z.string(),
  first_used_at: timestamp,
  /** Accurate to a minute. */
  last_used_at: timestamp,
  /** True for the session that makes the call. */
  this_device: z.boolean(),
});
export type SignedInDevice = z.output<typeof signedInDevice>;

export const getSessionsCall = defineCall({
  name: 'getSessions',
  method: 'GET',
  path: '/customer/sessions',
  access: 'customer',
  summary: 'Lists the customer’s sessions: the current one first, then by last use, newest first.',
  reply: replyWith(z.array(signedInDevice)),
  failure: failure.sessionsFetch,
  beyondSpecification: true,
});

export const endSessionCall = defineCall({
  name: 'endSession',
  method: 'POST',
  path: '/customer/end-session',
  access: 'customer',
  summary: 'Ends one of the customer’s sessions and deletes its known device; succeeds if it has ended already. Idempotent.',
  body: z.object({ session_id: opaqueToken }),
  reply: replyOk,
  failure: failure.sessionEnd,
  beyondSpecification: true,
});

export const endSessionsCall = defineCall({
  name: 'endSessions',
  method: 'POST',
  path: '/customer/end-sessions',
  access: 'customer',
  summary: 'Ends all sessions of the customer, the current one included, and deletes their known devices.',
  reply: replyOk,
  failure: failure.sessionEndAll,
  beyondSpecification: true,
});
