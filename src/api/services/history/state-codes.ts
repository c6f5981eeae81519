import { findStateByCode, findStateByName, type State } from '#api/services/invoices/gst-state-codes.ts';

/** The two letters of States (ISO 3166-2:IN), which Shopify and WooCommerce use, by GST code. */
const letters: Record<string, string> = {
  '01': 'JK',
  '02': 'HP',
  '03': 'PB',
  '04': 'CH',
  '05': 'UK',
  '06': 'HR',
  '07': 'DL',
  '08': 'RJ',
  '09': 'UP',
  '10': 'BR',
  '11': 'SK',
  '12': 'AR',
  '13': 'NL',
  '14': 'MN',
  '15': 'MZ',
  '16': 'TR',
  '17': 'ML',
  '18': 'AS',
  '19': 'WB',
  '20': 'JH',
  '21': 'OR',
  '22': 'CG',
  '23': 'MP',
  '24': 'GJ',
  '26': 'DN',
  '27': 'MH',
  '29': 'KA',
  '30': 'GA',
  '31': 'LD',
  '32': 'KL',
  '33': 'TN',
  '34': 'PY',
  '35': 'AN',
  '36': 'TS',
  '37': 'AP',
  '38': 'LA',
};

/** Other letters for the same State, of other years and systems. */
const otherLetters: Record<string, string> = { UT: '05', OD: '21', CT: '22', DH: '26', DD: '26', TG: '36' };

const gstCodes = new Map([
  ...Object.entries(letters).map(([gst, code]) => [code, gst] as const),
  ...Object.entries(otherLetters),
]);

/** The State with these two letters, with or without the country before them; undefined when there is none. */
export const findStateByLetters = (text: string): State | undefined =>
  findStateByCode(gstCodes.get(text.toUpperCase().replace(/^IN-/, '')) ?? '');

/** The two letters of a State's name; the name itself when it is none. */
export const toStateLetters = (name: string): string => letters[findStateByName(name)?.code ?? ''] ?? name;
