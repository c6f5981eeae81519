import { findStateByCode, type State } from '#api/services/invoices/gst-state-codes.ts';

/** State code, PAN, entity number, "Z", check character. */
const FORMAT = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The check character of the first 14 characters: weights 1 and 2 alternately, digits of each product summed, modulo 36. */
function checkCharacter(text: string): string | undefined {
  const sum = [...text].reduce((total, character, i) => {
    const product = ALPHABET.indexOf(character) * ((i % 2) + 1);
    return total + Math.floor(product / ALPHABET.length) + (product % ALPHABET.length);
  }, 0);
  return ALPHABET[(ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length];
}

/** Normalises a GSTIN to capitals without spaces; undefined unless its format and check character are right. */
export function normaliseGstin(text: string | null | undefined): string | undefined {
  const gstin = (text ?? '').replaceAll(/\s/g, '').toUpperCase();
  const isValid = FORMAT.test(gstin) && gstin.at(-1) === checkCharacter(gstin.slice(0, -1)) && stateOfGstin(gstin);
  return isValid ? gstin : undefined;
}

/** The State in which a GSTIN is registered. */
export const stateOfGstin = (gstin: string): State | undefined => findStateByCode(gstin.slice(0, 2));
