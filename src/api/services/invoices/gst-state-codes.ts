import { findPincodeRegions } from '#api/services/pincodes/find-pincode-regions.ts';
import { refuseField } from '#api/services/refusal.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';

export interface State {
  code: string;
  name: string;
}

/** The States and union territories by their GST codes, with their letters (ISO 3166-2:IN), which Shopify and WooCommerce use. */
const states: Record<string, readonly [name: string, letters: string]> = {
  '01': ['Jammu and Kashmir', 'JK'],
  '02': ['Himachal Pradesh', 'HP'],
  '03': ['Punjab', 'PB'],
  '04': ['Chandigarh', 'CH'],
  '05': ['Uttarakhand', 'UK'],
  '06': ['Haryana', 'HR'],
  '07': ['Delhi', 'DL'],
  '08': ['Rajasthan', 'RJ'],
  '09': ['Uttar Pradesh', 'UP'],
  '10': ['Bihar', 'BR'],
  '11': ['Sikkim', 'SK'],
  '12': ['Arunachal Pradesh', 'AR'],
  '13': ['Nagaland', 'NL'],
  '14': ['Manipur', 'MN'],
  '15': ['Mizoram', 'MZ'],
  '16': ['Tripura', 'TR'],
  '17': ['Meghalaya', 'ML'],
  '18': ['Assam', 'AS'],
  '19': ['West Bengal', 'WB'],
  '20': ['Jharkhand', 'JH'],
  '21': ['Odisha', 'OR'],
  '22': ['Chhattisgarh', 'CG'],
  '23': ['Madhya Pradesh', 'MP'],
  '24': ['Gujarat', 'GJ'],
  '26': ['Dadra and Nagar Haveli and Daman and Diu', 'DN'],
  '27': ['Maharashtra', 'MH'],
  '29': ['Karnataka', 'KA'],
  '30': ['Goa', 'GA'],
  '31': ['Lakshadweep', 'LD'],
  '32': ['Kerala', 'KL'],
  '33': ['Tamil Nadu', 'TN'],
  '34': ['Puducherry', 'PY'],
  '35': ['Andaman and Nicobar Islands', 'AN'],
  '36': ['Telangana', 'TS'],
  '37': ['Andhra Pradesh', 'AP'],
  '38': ['Ladakh', 'LA'],
};

/** Former, short and merged names, normalised. */
const aliases: Record<string, string> = {
  orissa: '21',
  pondicherry: '34',
  uttaranchal: '05',
  nctofdelhi: '07',
  newdelhi: '07',
  delhincr: '07',
  jk: '01',
  jandk: '01',
  tamilnadu: '33',
  chattisgarh: '22',
  dadraandnagarhaveli: '26',
  damananddiu: '26',
  andamanandnicobar: '35',
  up: '09',
  mp: '23',
  wb: '19',
  tn: '33',
  ap: '37',
};

/** Union territories without a legislature, where half of the tax is UTGST instead of SGST. */
const withoutLegislature: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38']);

const normalise = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '');

const codeByName = new Map([
  ...Object.entries(states).map(([code, [name]]) => [normalise(name), code] as const),
  ...Object.entries(aliases),
]);

/** The State with a GST code; undefined when there is none. */
export const findStateByCode = (code: string): State | undefined => {
  const [name] = states[code] ?? [];
  return name === undefined ? undefined : { code, name };
};

/** The State of this name, in any spelling; undefined when there is none. */
export function findStateByName(name: string): State | undefined {
  const code = codeByName.get(normalise(name));
  return code === undefined ? undefined : findStateByCode(code);
}

/** Other letters for the same State, of other years and systems. */
const otherLetters: Record<string, string> = { UT: '05', OD: '21', CT: '22', DH: '26', DD: '26', TG: '36' };

/** The State with these two letters, with or without the country before them; undefined when there is none. */
export function findStateByLetters(text: string): State | undefined {
  const wanted = text.toUpperCase().replace(/^IN-/, '');
  const code = otherLetters[wanted] ?? Object.keys(states).find((each) => states[each]?.[1] === wanted);
  return findStateByCode(code ?? '');
}

/** The two letters of a State's name; the name itself when it is none. */
export const toStateLetters = (name: string): string => states[findStateByName(name)?.code ?? '']?.[1] ?? name;

/** The State of a delivery address: by its name in any spelling, else by the pincode; undefined when neither is known. */
export function findState(name: string, pincode: string): State | undefined {
  return findStateByName(name) ?? findStateByName(findPincodeRegions(pincode)[0]?.state ?? '');
}

/** An address with its State's official name. Throws a `Refusal` (422) when neither State nor pincode tells which it is. */
export function withKnownState<Address extends { state: string; pincode: string }>(address: Address): Address {
  const state = findState(address.state, address.pincode);
  if (!state) throw refuseField('state', fieldErrors.stateUnknown);
  return { ...address, state: state.name };
}

/** The name of a State's half of the tax. */
export const nameStateTax = ({ code }: State): 'SGST' | 'UTGST' => (withoutLegislature.has(code) ? 'UTGST' : 'SGST');
