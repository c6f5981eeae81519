import * as z from 'zod/mini';
import { MAX_PASSKEY_ANSWER } from '#lib/contract/field-lengths.ts';
import { opaqueToken, timestamp } from '#lib/contract/fields.ts';
import { adminCall } from './admin-call.ts';
import { deviceTokenField, staffSession } from './staff-sign-in.ts';

/** JSON of WebAuthn: what a browser needs, or what it answers. */
const options = z.object({ options: z.string() });
const answer = z.string().check(z.minLength(1), z.maxLength(MAX_PASSKEY_ANSWER));

const passkey = z.object({
  /** Identifies the passkey in `remove-passkey`; authorises nothing. */
  id: z.string(),
  device_name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
});
export type Passkey = z.output<typeof passkey>;

export const adminPasskeysCall = adminCall('adminPasskeys', 'GET /passkeys', 'packer', {
  summary: 'Lists the own passkeys, oldest first, with what a browser needs to make another.',
  reply: z.object({ passkeys: z.array(passkey), options: z.string() }),
});

export const adminAddPasskeyCall = adminCall('adminAddPasskey', 'POST /passkeys/add', 'packer', {
  needsRecentSignIn: true,
  summary: 'Adds a passkey that the browser has made.',
  body: z.object({ passkey: answer }),
});

export const adminRemovePasskeyCall = adminCall('adminRemovePasskey', 'POST /passkeys/remove', 'packer', {
  needsRecentSignIn: true,
  summary: 'Removes one of the own passkeys; succeeds if it was removed already.',
  body: z.object({ id: opaqueToken }),
});

export const adminPasskeyOptionsCall = adminCall('adminPasskeyOptions', 'POST /passkey-options', 'anyone', {
  summary: 'What a browser needs to sign in with a passkey.',
  reply: options,
});

export const adminPasskeySignInCall = adminCall('adminPasskeySignIn', 'POST /passkey-sign-in', 'anyone', {
  summary: 'Signs a member of staff in with a passkey.',
  body: z.object({ passkey: answer, device_token: deviceTokenField }),
  reply: staffSession,
});

export const adminPasskeyOptionsAgainCall = adminCall('adminPasskeyOptionsAgain', 'POST /passkey-options-again', 'packer', {
  summary: 'What a browser needs to sign the same member of staff in again with a passkey of theirs.',
  /** Missing when the member of staff has no passkey. */
  reply: z.object({ options: z.optional(z.string()) }),
});

export const adminPasskeySignInAgainCall = adminCall('adminPasskeySignInAgain', 'POST /passkey-sign-in-again', 'packer', {
  summary:
    'Signs in again with an own passkey, for what needs a recent sign-in. The session gets another token; the old one ends.',
  body: z.object({ passkey: answer }),
  reply: z.object({ token: z.string() }),
});
