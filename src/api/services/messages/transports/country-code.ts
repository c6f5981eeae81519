/** Adds India's country code to ten digits. */
export const withCountryCode = (phone: string): string => `91${phone}`;
