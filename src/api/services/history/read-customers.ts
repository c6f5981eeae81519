import type { Insertable } from 'kysely';
import type { ImportedCustomerTable } from '#api/database/schema/history.ts';
import { type HistoryRow, NamedColumns, NotAnExport } from '#api/services/history/named-columns.ts';
import { parseDate } from '#api/services/import/read/parse-date.ts';
import { readCsv } from '#api/services/import/tables/read-csv.ts';
import { CellProblem, isYes, readCell, readFormerAddress, readMailbox, readMobile } from './contacts.ts';

export type ImportedCustomer = Omit<Insertable<ImportedCustomerTable>, 'id' | 'imported_at'>;

/**
 * Columns of Shopify's customer export (https://help.shopify.com/en/manual/customers/import-export-customers), of WooCommerce's own under
 * Analytics, Customers, and of the plugins that export WordPress users.
 */
const names = {
  name: ['Name', 'display_name', 'Customer'],
  firstname: ['First Name', 'first_name', 'First Name (Billing)', 'billing_first_name'],
  lastname: ['Last Name', 'last_name', 'Last Name (Billing)', 'billing_last_name'],
  email: ['Email', 'user_email', 'customer_email', 'Email (Billing)', 'billing_email', 'E-mail'],
  phone: ['Phone', 'Phone (Billing)', 'billing_phone'],
  addressPhone: ['Default Address Phone'],
  address1: ['Default Address Address1', 'Address1', 'Address 1 (Billing)', 'billing_address_1'],
  address2: ['Default Address Address2', 'Address2', 'Address 2 (Billing)', 'billing_address_2'],
  city: ['Default Address City', 'City', 'City (Billing)', 'billing_city'],
  state: ['Default Address Province Code', 'Province', 'Province Code', 'State Code (Billing)', 'billing_state', 'Region'],
  zip: ['Default Address Zip', 'Zip', 'Postcode (Billing)', 'billing_postcode', 'Postal code'],
  country: ['Default Address Country Code', 'Country Code', 'Country', 'billing_country', 'Country / Region'],
  tags: ['Tags'],
  acceptsEmail: ['Accepts Email Marketing', 'Accepts Marketing', 'marketing_opt_in'],
  acceptsSms: ['Accepts SMS Marketing'],
  consentSource: ['Marketing Consent Source'],
  consentAt: ['Marketing Consent At'],
} as const;

type Key = keyof typeof names;
type Cells = Record<Key, string>;

const shopifyColumns = ['accepts email marketing', 'accepts marketing', 'total spent', 'default address address1'];
const wooCommerceColumns = ['user_email', 'customer_email', 'billing_email', 'email (billing)', 'date registered', 'last active'];

/** The system of an export of customers. Throws `NotAnExport`. */
function recogniseSource(header: readonly string[], columns: NamedColumns<Key>): 'Shopify' | 'WooCommerce' {
  const found = new Set(header.map((name) => name.replace('\ufeff', '').trim().toLowerCase()));
  const hasContact = columns.has('email') || columns.has('phone');
  if (hasContact && shopifyColumns.some((name) => found.has(name))) return 'Shopify';
  if (hasContact && wooCommerceColumns.some((name) => found.has(name))) return 'WooCommerce';
  throw new NotAnExport('customers');
}

/** First and last name; a full name is split at its last space. */
function readName(cells: Cells): Pick<ImportedCustomer, 'firstname' | 'lastname'> {
  const firstname = readCell('firstname', cells.firstname);
  const lastname = readCell('lastname', cells.lastname);
  if (firstname || lastname) return { firstname, lastname };
  const words = readCell('name', cells.name).split(' ');
  const last = words.length > 1 ? words.pop() : '';
  return { firstname: words.join(' '), lastname: last ?? '' };
}

function readConsentTime(cell: string): string | null {
  if (cell === '') return null;
  const time = parseDate(cell);
  if (typeof time !== 'string') throw new CellProblem('consentAt', time.error);
  return time;
}

function readCustomer(cells: Cells, source: string): ImportedCustomer {
  const mailbox = readMailbox('email', cells.email);
  const phone = readMobile(cells.phone, cells.country) ?? readMobile(cells.addressPhone, cells.country);
  const contact = mailbox ?? phone;
  if (contact === null) throw new CellProblem('email', 'or an Indian mobile number is needed, and the row has neither');
  const { address1, address2, city, state, zip } = cells;
  const address = readFormerAddress('address1', { lines: [address1, address2], city, state, zip });
  const [acceptsEmail, acceptsSms] = [isYes(cells.acceptsEmail) && mailbox !== null, isYes(cells.acceptsSms) && phone !== null];
  const accepts = acceptsEmail || acceptsSms;
  return {
    source,
    contact,
    mailbox,
    phone,
    ...readName(cells),
    address: address && JSON.stringify(address),
    tags: readCell('tags', cells.tags, 2000),
    accepts_email: Number(acceptsEmail),
    accepts_sms: Number(acceptsSms),
    consent_source: accepts ? readCell('consentSource', cells.consentSource) || source : null,
    consent_at: accepts ? readConsentTime(cells.consentAt) : null,
  };
}

/** Streams the customers of an export of Shopify or WooCommerce. Throws `NotAnExport` for another file. */
export async function* readCustomers(file: string): AsyncGenerator<HistoryRow<ImportedCustomer>> {
  let columns: NamedColumns<Key> | undefined;
  let source = '';
  for await (const { line, cells } of readCsv(file)) {
    if (!columns) {
      columns = new NamedColumns(cells, names);
      source = recogniseSource(cells, columns);
      continue;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    try {
      const entity = readCustomer(columns.read(cells), source);
      yield { line, entity, key: entity.contact };
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      yield { line, column: columns.nameOf(error.key as Key, error.key), reason: error.message };
    }
  }
  if (!columns) throw new NotAnExport('customers');
}
