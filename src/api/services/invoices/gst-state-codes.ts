import { findPincodeRegions } from '#api/services/pincodes/find-pincode-regions.ts';
import { refuseField } from '#api/services/refusal.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';

export interface State {
  code: string;
  name: string;
}

const names: Record<string, string> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
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
  ...Object.entries(names).map(([code, name]) => [normalise(name), code] as const),
  ...Object.entries(aliases),
]);

/** The State with a GST code; undefined when there is none. */
export const findStateByCode = (code: string): State | undefined => {
  const name = names[code];
  return name === undefined ? undefined : { code, name };
};

/** The State of this name, in any spelling; undefined when there is none. */
export function findStateByName(name: string): State | undefined {
  const code = codeByName.get(normalise(name));
  return code === undefined ? undefined : findStateByCode(code);
}

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
