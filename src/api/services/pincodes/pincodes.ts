import { pincodeRegions } from './regions.ts';

export interface PincodeRegion {
  /** The chief city of the region; '' where the state alone is sure. */
  city: string;
  state: string;
}

const places = new Map<string, PincodeRegion>();
for (const [state, cities] of Object.entries(pincodeRegions)) {
  for (const [beginning, city] of Object.entries(cities)) places.set(beginning, { city, state });
}

/** The shortest beginning that tells anything. */
const FEWEST_DIGITS = 2;

/**
 * The region that a pincode lies in, told by its first digits: a help for filling an address in, which the shopper may correct. It does
 * not say whether such a post office exists. Unknown ones, and those of the army's post, give none.
 */
export function findPincodeRegions(pincode: string): PincodeRegion[] {
  for (let digits = pincode.length; digits >= FEWEST_DIGITS; digits--) {
    const place = places.get(pincode.slice(0, digits));
    if (place) return [place];
  }
  return [];
}
