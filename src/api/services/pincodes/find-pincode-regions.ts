import { pincodeRegions } from './region-table.ts';

export interface PincodeRegion {
  /** Main city of the region; '' where only the state is known. */
  city: string;
  state: string;
}

const regionByPrefix = new Map<string, PincodeRegion>();
for (const [state, cities] of Object.entries(pincodeRegions)) {
  for (const [prefix, city] of Object.entries(cities)) regionByPrefix.set(prefix, { city, state });
}

/** Length of the shortest prefix in the table. */
const MIN_PREFIX_DIGITS = 2;

/**
 * Finds the region of a pincode by its longest known prefix, to prefill an address. Does not check that the post office exists. Returns an
 * empty list for unknown and army pincodes.
 */
export function findPincodeRegions(pincode: string): PincodeRegion[] {
  for (let digits = pincode.length; digits >= MIN_PREFIX_DIGITS; digits--) {
    const region = regionByPrefix.get(pincode.slice(0, digits));
    if (region) return [region];
  }
  return [];
}
