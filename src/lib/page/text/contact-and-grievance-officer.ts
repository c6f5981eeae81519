import type { StoreInfo } from '#lib/contract/store.ts';

type Legal = NonNullable<StoreInfo['legal']>;

/** Whether customers can reach the store by email or phone. */
export const hasSupportContact = (legal: Legal | undefined): boolean => Boolean(legal?.support_email || legal?.support_phone);

/** The `tel:` URL of a phone number as the owner wrote it. */
export const toPhoneUrl = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

/** The WhatsApp chat with an Indian mobile number as the owner wrote it; undefined for a landline, which has none. */
export function toWhatsAppUrl(phone: string): string | undefined {
  const [, number] = /^(?:\+91)?([6-9]\d{9})$/.exec(phone.replace(/[\s().-]/g, '')) ?? [];
  return number && `https://wa.me/91${number}`;
}

/** Name, designation and contact of the grievance officer; '' when the owner has set none. */
export const formatGrievanceOfficer = ({
  grievance_officer_name: name,
  grievance_officer_designation: designation,
  grievance_officer_email: email,
  grievance_officer_phone: phone,
}: Legal): string => [name, designation, email, phone].filter(Boolean).join(', ');
