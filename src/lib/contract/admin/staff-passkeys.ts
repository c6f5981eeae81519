import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from '#lib/contract/calls/define-call.ts';
import { MAX_PASSKEY_ANSWER } from '#lib/contract/field-lengths.ts';
import { opaqueToken, timestamp } from '#lib/contract/fields.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { deviceTokenField, staffSession } from './staff-sign-in.ts';

/** JSON of WebAuthn: what a browser needs, or what it answers. */
const options = replyWith(z.object({ options: z.string() }));
const answer = z.string().check(z.minLength(1), z.maxLength(MAX_PASSKEY_ANSWER));

const passkey = z.object({
  /** Identifies the passkey in `remove-passkey`; authorises nothing. */
  id: z.string(),
  /** Where it was made, such as "Chrome on Android". */
  device_name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
});
export type Passkey = z.output<typeof passkey>;

export const adminPasskeysCall = defineCall({
  name: 'adminPasskeys',
  method: 'GET',
  path: '/admin/passkeys',
  access: 'packer',
  summary: 'Lists the own passkeys, oldest first, with what a browser needs to make another.',
  reply: replyWith(z.object({ passkeys: z.array(passkey), options: z.string() })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminAddPasskeyCall = defineCall({
  name: 'adminAddPasskey',
  method: 'POST',
  path: '/admin/passkeys/add',
  access: 'packer',
  needsRecentSignIn: true,
  summary: 'Adds a passkey that the browser has made.',
  body: z.object({ passkey: answer }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminRemovePasskeyCall = defineCall({
  name: 'adminRemovePasskey',
  method: 'POST',
  path: '/admin/passkeys/remove',
  access: 'packer',
  needsRecentSignIn: true,
  summary: 'Removes one of the own passkeys; succeeds if it was removed already.',
  body: z.object({ id: opaqueToken }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminPasskeyOptionsCall = defineCall({
  name: 'adminPasskeyOptions',
  method: 'POST',
  path: '/admin/passkey-options',
  access: 'anyone',
  summary: 'What a browser needs to sign in with a passkey.',
  reply: options,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminPasskeySignInCall = defineCall({
  name: 'adminPasskeySignIn',
  method: 'POST',
  path: '/admin/passkey-sign-in',
  access: 'anyone',
  summary: 'Signs a member of staff in with a passkey.',
  body: z.object({ passkey: answer, device_token: deviceTokenField }),
  reply: replyWith(staffSession),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminPasskeyOptionsAgainCall = defineCall({
  name: 'adminPasskeyOptionsAgain',
  method: 'POST',
  path: '/admin/passkey-options-again',
  access: 'packer',
  summary: 'What a browser needs to sign the same member of staff in again with a passkey of theirs.',
  /** Left out for somebody without a passkey. */
  reply: replyWith(z.object({ options: z.optional(z.string()) })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminPasskeySignInAgainCall = defineCall({
  name: 'adminPasskeySignInAgain',
  method: 'POST',
  path: '/admin/passkey-sign-in-again',
  access: 'packer',
  summary:
    'Signs in again with an own passkey, for what needs a recent sign-in. The session gets another token; the old one ends.',
  body: z.object({ passkey: answer }),
  reply: replyWith(z.object({ token: z.string() })),
  failure: failure.generic,
  beyondSpecification: true,
});

/** Calls of passkeys of staff. */
export const staffPasskeyCalls = [
  adminPasskeysCall,
  adminAddPasskeyCall,
  adminRemovePasskeyCall,
  adminPasskeyOptionsCall,
  adminPasskeySignInCall,
  adminPasskeyOptionsAgainCall,
  adminPasskeySignInAgainCall,
] as const;
