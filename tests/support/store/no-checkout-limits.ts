import { type LimitName, limitNames } from '#api/services/limits/store-limit-defaults.ts';

const names: readonly LimitName[] = limitNames.filter((name) => /^(cod|holds)_/.test(name));

/** Turns off all checkout limits, for `setLimits`: most tests send many orders to one address. */
export const noCheckoutLimits = Object.fromEntries(names.map((name) => [name, null]));

/** The same for the owner's command: `store limits set …`. */
export const noCheckoutLimitsByCommand = ['limits', 'set', ...names.map((name) => `${name}=off`)];
