import type { Selectable } from 'kysely';
import { padToPowerOfTwo, readPagesByKey } from '#api/database/row-batches.ts';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { ImportedCustomerTable } from '#api/database/schema/history.ts';
import { toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import { BYTE_ORDER_MARK, endsOf, formatCsvLine, type Period } from '#api/services/export/format-csv.ts';
import type { FormerAddress } from '#api/services/history/contacts.ts';
import { toStateLetters } from '#api/services/invoices/gst-state-codes.ts';
import { parseJson } from '#lib/rules/text.ts';

const BATCH_SIZE = 500;

/** A customer of this shop, or one of the former shop whose contact no customer has proven. */
interface ExportedCustomer {
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
  address: FormerAddress;
  acceptsEmail: boolean;
  acceptsSms: boolean;
  consentSource: string;
  consentAt: string;
  tags: string;
  since: string;
  from: 'this shop' | 'former shop';
}

type Columns = readonly (readonly [header: string, cell: (customer: ExportedCustomer) => string])[];

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** What other systems do not know. */
const ownColumns: Columns = [
  ['Marketing Consent Source', ({ consentSource }) => consentSource],
  ['Marketing Consent At', ({ consentAt }) => consentAt],
  ['Customer Since', ({ since }) => since],
  ['Customer Of', ({ from }) => from],
];

/** Columns by what the file is for: Shopify's customer import, or the user imports of WordPress. */
const columnsOf = {
  shopify: [
    ['First Name', ({ firstname }) => firstname],
    ['Last Name', ({ lastname }) => lastname],
    ['Email', ({ email }) => email],
    ['Accepts Email Marketing', ({ acceptsEmail }) => yesNo(acceptsEmail)],
    ['Default Address Address1', ({ address }) => address.address],
    ['Default Address City', ({ address }) => address.city],
    ['Default Address Province Code', ({ address }) => toStateLetters(address.state)],
    ['Default Address Country Code', ({ address }) => (address.address ? 'IN' : '')],
    ['Default Address Zip', ({ address }) => address.pincode],
    ['Default Address Phone', ({ phone, address }) => (address.address ? phone : '')],
    ['Phone', ({ phone }) => phone],
    ['Accepts SMS Marketing', ({ acceptsSms }) => yesNo(acceptsSms)],
    ['Tags', ({ tags }) => tags],
    ...ownColumns,
  ],
  woocommerce: [
    ['user_email', ({ email }) => email],
    ['role', () => 'customer'],
    ['first_name', ({ firstname }) => firstname],
    ['last_name', ({ lastname }) => lastname],
    ['billing_first_name', ({ firstname }) => firstname],
    ['billing_last_name', ({ lastname }) => lastname],
    ['billing_email', ({ email }) => email],
    ['billing_phone', ({ phone }) => phone],
    ['billing_address_1', ({ address }) => address.address],
    ['billing_city', ({ address }) => address.city],
    ['billing_state', ({ address }) => toStateLetters(address.state)],
    ['billing_postcode', ({ address }) => address.pincode],
    ['billing_country', ({ address }) => (address.address ? 'IN' : '')],
    ['marketing_opt_in', ({ acceptsEmail }) => yesNo(acceptsEmail)],
    ['Accepts SMS Marketing', ({ acceptsSms }) => yesNo(acceptsSms)],
    ['Tags', ({ tags }) => tags],
    ...ownColumns,
  ],
} satisfies Record<string, Columns>;

/** What an export of customers can be written for. */
export const customerFormats = Object.keys(columnsOf) as (keyof typeof columnsOf)[];
export type CustomerFormat = (typeof customerFormats)[number];

const noAddress: FormerAddress = { address: '', city: '', state: '', pincode: '' };

const toAddress = (stored: string | null): FormerAddress => ({
  ...noAddress,
  ...(parseJson(stored ?? '{}') as Partial<FormerAddress>),
});

type CustomerRow = Pick<
  Selectable<CustomerTable>,
  'email' | 'mailbox' | 'phone_number' | 'email_verified_at' | 'phone_verified_at'
>;

const provenMailbox = ({ mailbox, email, email_verified_at }: CustomerRow): string | undefined =>
  mailbox ?? (email !== null && email_verified_at !== null ? toMailbox(email) : undefined);

const provenPhone = ({ phone_number, phone_verified_at }: CustomerRow): string | undefined =>
  phone_verified_at === null ? undefined : phone_number;

/** Values for an IN list, which must not be empty. */
const inList = (values: readonly (string | null | undefined)[]): string[] => {
  const found = values.filter((value) => value !== null && value !== undefined);
  return found.length === 0 ? [''] : padToPowerOfTwo(found);
};

/** What records of the former shop say of one customer. */
function ofRecords(records: readonly Selectable<ImportedCustomerTable>[]) {
  const consented = records.find(({ consent_source }) => consent_source !== null);
  return {
    acceptsEmail: records.some(({ accepts_email }) => accepts_email === 1),
    acceptsSms: records.some(({ accepts_sms }) => accepts_sms === 1),
    consentSource: consented?.consent_source ?? '',
    consentAt: consented?.consent_at ?? '',
    tags: records
      .map(({ tags }) => tags)
      .filter(Boolean)
      .join(', '),
  };
}

/** Customers after the one with the id `last`, each with what the former shop knew about a contact that the customer has proven. */
async function readCustomers(db: Db, period: Period, last: number): Promise<(ExportedCustomer & { id: number })[]> {
  const { from, until } = endsOf(period);
  const rows = await db
    .selectFrom('customer')
    .leftJoin('saved_address', 'saved_address.customer_id', 'customer.id')
    .select(['customer.id', 'firstname', 'lastname', 'email', 'phone_number', 'created_at', 'saved_address.address'])
    .select(['mailbox', 'email_verified_at', 'phone_verified_at'])
    .where('created_at', '>=', from)
    .where('created_at', '<=', until)
    .where('customer.id', '>', last)
    .orderBy('customer.id')
    .limit(BATCH_SIZE)
    .execute();
  if (rows.length === 0) return [];
  const former = await db
    .selectFrom('imported_customer')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('mailbox', 'in', inList(rows.map(provenMailbox))), eb('phone', 'in', inList(rows.map(provenPhone)))]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const records = former.filter(
      ({ mailbox, phone }) =>
        (mailbox !== null && mailbox === provenMailbox(row)) || (phone !== null && phone === provenPhone(row)),
    );
    return {
      ...ofRecords(records),
      id: row.id,
      firstname: row.firstname,
      lastname: row.lastname,
      email: row.email ?? '',
      phone: row.phone_number,
      address: toAddress(row.address ?? records.find(({ address }) => address !== null)?.address ?? null),
      since: row.created_at,
      from: 'this shop',
    };
  });
}

/** Records of the former shop after the one with the id `last`; `isProven` where a customer of this shop has them. */
async function readFormerCustomers(
  db: Db,
  period: Period,
  last: number,
): Promise<(ExportedCustomer & { id: number; isProven: boolean })[]> {
  const { from, until } = endsOf(period);
  const rows = await db
    .selectFrom('imported_customer')
    .selectAll()
    .where('imported_at', '>=', from)
    .where('imported_at', '<=', until)
    .where('id', '>', last)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
  if (rows.length === 0) return [];
  const [mailboxes, phones] = [inList(rows.map(({ mailbox }) => mailbox)), inList(rows.map(({ phone }) => phone))];
  const customers = await db
    .selectFrom('customer')
    .select(['email', 'mailbox', 'phone_number', 'email_verified_at', 'phone_verified_at'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('email', 'in', mailboxes), eb('email_verified_at', 'is not', null)]),
        eb('mailbox', 'in', mailboxes),
        and([eb('phone_number', 'in', phones), eb('phone_verified_at', 'is not', null)]),
      ]),
    )
    .execute();
  const proven = new Set(customers.flatMap((customer) => [provenMailbox(customer), provenPhone(customer)]));
  return rows.map((row) => ({
    id: row.id,
    isProven: (row.mailbox !== null && proven.has(row.mailbox)) || (row.phone !== null && proven.has(row.phone)),
    firstname: row.firstname,
    lastname: row.lastname,
    email: row.mailbox ?? '',
    phone: row.phone ?? '',
    address: toAddress(row.address),
    ...ofRecords([row]),
    since: '',
    from: 'former shop',
  }));
}

async function* streamCustomers(db: Db, period: Period): AsyncGenerator<ExportedCustomer[]> {
  for await (const batch of readPagesByKey((last) => readCustomers(db, period, last))) yield batch;
  for await (const batch of readPagesByKey((last) => readFormerCustomers(db, period, last)))
    yield batch.filter(({ isProven }) => !isProven);
}

/** The number of customers that an export has. */
export async function countExportedCustomers(db: Db, period: Period): Promise<number> {
  let count = 0;
  for await (const batch of streamCustomers(db, period)) count += batch.length;
  return count;
}

/**
 * Streams customers as CSV to `write`, in columns that Shopify's customer import or WordPress's user imports know. Passwords and codes are
 * left out, texts are safe from formulas, and phone numbers are ten digits.
 */
export async function exportCustomers(
  db: Db,
  { as, ...period }: Period & { as: CustomerFormat },
  write: (text: string) => Promise<unknown>,
): Promise<number> {
  const columns: Columns = columnsOf[as];
  let exported = 0;
  await write(BYTE_ORDER_MARK + formatCsvLine(columns.map(([header]) => header)));
  for await (const batch of streamCustomers(db, period)) {
    await write(batch.map((customer) => formatCsvLine(columns.map(([, cell]) => cell(customer)))).join(''));
    exported += batch.length;
  }
  return exported;
}
