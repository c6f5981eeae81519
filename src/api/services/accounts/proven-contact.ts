import type { Shopper } from '#api/services/sessions/sessions.ts';

/** The column of a customer that says when the contact was verified which this shop asks a buyer to prove. */
export type ProvenBy = keyof Shopper['verified'];

/**
 * Which contact proves a buyer: the phone number, or the email address in a shop that cannot send codes. A demo shows codes instead of sending
 * them.
 */
export const provenBy = ({ demoMode, sends }: { demoMode: boolean; sends: { sms: boolean } }): ProvenBy =>
  sends.sms || demoMode ? 'phone_verified_at' : 'email_verified_at';

/** Whether checkout codes go by mail, because the shop sends mail and has no provider of texts. */
export const mailsCodes = ({ demoMode, sends }: { demoMode: boolean; sends: { sms: boolean; mail: boolean } }): boolean =>
  !demoMode && !sends.sms && sends.mail;

/** Whether a customer has verified the contact that proves a buyer in this shop. */
export const isProven = ({ verified }: Pick<Shopper, 'verified'>, by: ProvenBy): boolean => verified[by] !== null;
