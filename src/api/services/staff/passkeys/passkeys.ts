import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { recordRefusal } from '#api/services/auth/record-refusal.ts';
import { shortHash } from '#api/services/hashing.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { hashToken } from '#api/services/sessions/tokens.ts';
import { completeStaffSignIn, type StaffVisitor } from '#api/services/staff/complete-staff-sign-in.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import { refuseSignInAgain, renewStaffSession, type SessionToRenew } from '#api/services/staff/staff-sign-in.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { staffFailure } from '#lib/contract/admin/staff-failures.ts';
import type { Passkey } from '#lib/contract/admin/staff-passkeys.ts';
import type { StaffSession } from '#lib/contract/admin/staff-sign-in.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { parseJson } from '#lib/rules/text.ts';
import { type ChallengePurpose, consumePasskeyChallenge, createPasskeyChallenge, isPasskeyChallenge } from './challenges.ts';

/** Where passkeys are for: the origin of the admin, and the key that signs challenges. */
export interface PasskeyPlace {
  origin: string;
  challengeKey: string;
}

/** Loaded with the first passkey, because most processes have none. */
const loadLibrary = () => import('@simplewebauthn/server');

/** ES256 and RS256 (COSE), one of which every authenticator has. */
const ALGORITHMS = [-7, -257];

/** Passkeys are of the host of the admin, and of no other. */
const hostOf = ({ origin }: Pick<PasskeyPlace, 'origin'>): string => new URL(origin).hostname;

/** A passkey's public id, from which the id that its device knows cannot be derived. */
const publicId = (credentialId: string): string => shortHash(`passkey:${credentialId}`);

const passkeysOf = (db: Db, staffId: number) =>
  db.selectFrom('staff_passkey').selectAll().where('staff_id', '=', staffId).orderBy('created_at').execute();

/** The passkeys of a member of staff, oldest first. */
export const listPasskeys = async (db: Db, staffId: number): Promise<Passkey[]> =>
  (await passkeysOf(db, staffId)).map(({ credential_id, device_name, created_at, last_used_at }) => ({
    id: publicId(credential_id),
    device_name,
    created_at,
    last_used_at,
  }));

/** What a browser needs to make a passkey, as JSON (WebAuthn). */
export async function describeNewPasskey(db: Db, { staffId, email, name }: Staff, place: PasskeyPlace): Promise<string> {
  const { generateRegistrationOptions } = await loadLibrary();
  const { store_name } = await readSettings(db);
  const options = await generateRegistrationOptions({
    rpName: store_name,
    rpID: hostOf(place),
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(`staff:${staffId}`),
    challenge: new TextEncoder().encode(createPasskeyChallenge(place.challengeKey, `add:${staffId}`)),
    excludeCredentials: (await passkeysOf(db, staffId)).map(({ credential_id: id }) => ({ id })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return JSON.stringify(options);
}

/** What a browser needs to sign in with any passkey of this host, as JSON. Without the library: every visit of the sign-in page asks for it. */
export function describePasskeySignIn(place: PasskeyPlace): string {
  const challenge = Buffer.from(createPasskeyChallenge(place.challengeKey, 'sign-in')).toString('base64url');
  return JSON.stringify({ rpId: hostOf(place), challenge, userVerification: 'required' });
}

/** Creates the options for signing in again, with the passkeys of this member of staff only; undefined when they have none. */
export async function describePasskeySignInAgain(
  db: Db,
  staffId: number,
  { challengeKey, ...place }: PasskeyPlace,
): Promise<string | undefined> {
  const own = await passkeysOf(db, staffId);
  if (own.length === 0) return undefined;
  const challenge = Buffer.from(createPasskeyChallenge(challengeKey, `again:${staffId}`)).toString('base64url');
  const allowCredentials = own.map(({ credential_id: id }) => ({ type: 'public-key', id }));
  return JSON.stringify({ rpId: hostOf(place), challenge, allowCredentials, userVerification: 'required' });
}

const refusePasskey = (): Refusal => new Refusal(422, staffFailure.passkey);

/** The result of a check that throws for anything that is not a passkey; undefined then. */
async function attempt<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}

/** Adds the passkey that a browser has made. Throws a `Refusal` (422) when it is not for this person, host or moment, or was added before. */
export async function addPasskey(
  db: Db,
  { staffId }: Staff,
  answer: string,
  place: PasskeyPlace,
  { ipAddress, deviceName }: StaffVisitor,
): Promise<void> {
  const { verifyRegistrationResponse } = await loadLibrary();
  let challenge = '';
  const verified = await attempt(() =>
    verifyRegistrationResponse({
      response: parseJson(answer) as RegistrationResponseJSON,
      expectedChallenge: (returned) => {
        challenge = returned;
        return isPasskeyChallenge(place.challengeKey, `add:${staffId}`, returned);
      },
      expectedOrigin: place.origin,
      expectedRPID: hostOf(place),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified?.verified) throw refusePasskey();
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  await write(db, async (tx) => {
    const now = isoNow();
    const row = {
      credential_id: id,
      staff_id: staffId,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      device_name: deviceName,
      created_at: now,
      last_used_at: now,
    };
    const added = tx
      .insertInto('staff_passkey')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    const isNew = (await added.returning('staff_id').executeTakeFirst()) !== undefined;
    if (!isNew || !(await consumePasskeyChallenge(tx, challenge))) throw refusePasskey();
    const detail = { device: deviceName };
    await recordAudit(tx, { actor: staffActor({ staffId }), action: 'staff passkey-add', ipAddress, detail });
  });
}

/** Removes one of the own passkeys; false when there is none with this id. */
export async function removePasskey(tx: Tx, staffId: number, id: string): Promise<boolean> {
  const found = (await passkeysOf(tx, staffId)).find(({ credential_id }) => publicId(credential_id) === id);
  if (found) await tx.deleteFrom('staff_passkey').where('credential_id', '=', found.credential_id).execute();
  return found !== undefined;
}

const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('staff_passkey')
    .innerJoin('staff', 'staff.id', 'staff_passkey.staff_id')
    .select(['staff.id', 'email', 'name', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** The passkey that an answer names and who may sign in with it, and what the answer says. */
async function readSignedResponse(db: Db, answer: string) {
  const response = parseJson(answer) as AuthenticationResponseJSON | undefined;
  const passkey = await findPasskey(db, typeof response?.id === 'string' ? response.id : '');
  return { response, passkey };
}

/** The answered challenge and the new counter of a right answer; undefined for any other. */
async function checkSignedResponse(
  { passkey, response }: Awaited<ReturnType<typeof readSignedResponse>>,
  purpose: ChallengePurpose,
  place: PasskeyPlace,
) {
  if (!passkey || !response) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { credential_id: id, public_key, counter } = passkey;
  let challenge = '';
  const checked = await attempt(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (returned) => {
        challenge = returned;
        return isPasskeyChallenge(place.challengeKey, purpose, returned);
      },
      expectedOrigin: place.origin,
      expectedRPID: hostOf(place),
      credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter: Number(counter) },
      requireUserVerification: true,
    }),
  );
  return checked?.verified ? { passkey, challenge, counter: checked.authenticationInfo.newCounter } : undefined;
}

type RightResponse = NonNullable<Awaited<ReturnType<typeof checkSignedResponse>>>;

/** Uses a right answer up. False when it was used before, also at the same moment, or when the passkey was removed a moment ago. */
async function consumeResponse(tx: Tx, { passkey, challenge, counter }: RightResponse): Promise<boolean> {
  if (!(await consumePasskeyChallenge(tx, challenge))) return false;
  const used = { counter, last_used_at: isoNow() };
  const renewed = tx.updateTable('staff_passkey').set(used).where('credential_id', '=', passkey.credential_id);
  return (await renewed.returning('staff_id').executeTakeFirst()) !== undefined;
}

/**
 * Signs a member of staff in with a passkey, which has asked for finger, face or PIN. Wrong answers are limited by address, right ones are not.
 * Throws a `Refusal`: 401, 429.
 */
export async function signInWithPasskey(
  db: Db,
  answer: string,
  place: PasskeyPlace,
  visitor: StaffVisitor,
): Promise<StaffSession> {
  const read = await readSignedResponse(db, answer);
  const right = await checkSignedResponse(read, 'sign-in', place);
  const session =
    right &&
    (await write(db, async (tx) =>
      (await consumeResponse(tx, right)) ? completeStaffSignIn(tx, right.passkey, { way: 'passkey' }, visitor) : undefined,
    ));
  if (session) return session;
  await enforceRateLimit(db, 'staffPasskeyGuess', { address: visitor.ipAddress });
  const { ipAddress } = visitor;
  const subject = read.passkey ? staffActor({ staffId: read.passkey.id }) : '';
  await recordRefusal(db, 'failedSignIn', { subject, ipAddress, detail: { way: 'staff passkey' } });
  throw new Refusal(401, staffFailure.passkey, { code: 'login_refused' });
}

/**
 * Signs the member of staff of a session in again with a passkey of their own, as `signInStaffAgain` does with password and code. Throws a
 * `Refusal`: 401 when the session has ended, 422 when the passkey is invalid or belongs to another member of staff, 429 over the session's limit.
 */
export async function signInAgainWithPasskey(
  db: Db,
  session: SessionToRenew,
  answer: string,
  place: PasskeyPlace,
  visitor: StaffVisitor,
): Promise<{ token: string }> {
  await enforceRateLimit(db, 'staffSignInAgain', { device: hashToken(session.token) });
  const read = await readSignedResponse(db, answer);
  const isOwn = read.passkey?.id === session.staffId;
  const right = isOwn ? await checkSignedResponse(read, `again:${session.staffId}`, place) : undefined;
  const renewed =
    right &&
    (await write(db, async (tx) =>
      (await consumeResponse(tx, right)) ? renewStaffSession(tx, session, 'passkey', visitor) : undefined,
    ));
  return renewed ?? refuseSignInAgain(db, session, visitor, staffFailure.passkey);
}
