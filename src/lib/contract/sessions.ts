import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from './call.ts';
import { moment, opaqueToken } from './fields.ts';
import { failure } from './texts.ts';

/** A place where a customer is signed in. */
export const signedInDevice = z.object({
  /** Names the session in `end-session`; authorises nothing. */
  session_id: z.string(),
  /** Browser and system in plain words, such as "Chrome on Android". */
  device_name: z.string(),
  first_used_at: moment,
  /** Up to a minute behind. */
  last_used_at: moment,
  /** True for the session that asks. */
  this_device: z.boolean(),
});
export type SignedInDevice = z.output<typeof signedInDevice>;

export const getSessionsCall = defineCall({
  name: 'getSessions',
  method: 'GET',
  path: '/customer/sessions',
  access: 'customer',
  summary: 'Lists where the customer is signed in: the session that asks first, then the others, the latest used first.',
  reply: replyWith(z.array(signedInDevice)),
  failure: failure.sessionsFetch,
});

export const endSessionCall = defineCall({
  name: 'endSession',
  method: 'POST',
  path: '/customer/end-session',
  access: 'customer',
  summary: 'Ends one of the customer’s sessions and forgets its device; one that has ended already stays so.',
  body: z.object({ session_id: opaqueToken }),
  reply: replyOk,
  failure: failure.sessionEnd,
});

export const endSessionsCall = defineCall({
  name: 'endSessions',
  method: 'POST',
  path: '/customer/end-sessions',
  access: 'customer',
  summary: 'Ends every session of the customer, the one that asks as well, and forgets their devices.',
  reply: replyOk,
  failure: failure.sessionEndAll,
});
