import type { CustomerTable } from '#api/database/schema/accounts.ts';

/** The column of a customer that says when the contact was verified which this shop asks a buyer to prove. */
export type ProvenBy = 'phone_verified_at' | 'email_verified_at';

/** When a customer verified phone number and email address; null where not. */
export type VerifiedContacts = Pick<CustomerTable, ProvenBy>;

/**
 * Which contact proves a buyer: the phone number, or the email address in a shop that cannot send codes. A demo shows codes instead of sending
 * them.
 */
export const provenBy = ({ demoMode, sends }: { demoMode: boolean; sends: { sms: boolean } }): ProvenBy =>
  sends.sms || demoMode ? 'phone_verified_at' : 'email_verified_at';

/** Whether a customer has verified the contact that proves a buyer in this shop. */
export const isProven = (verified: VerifiedContacts, by: ProvenBy): boolean => verified[by] !== null;
