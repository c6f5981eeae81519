import { type Address, address } from '#lib/contract/address.ts';

/** Where an order goes, as it was when it was placed or corrected. */
export const addressOf = ({ address: json }: { address: string }): Address => address.parse(JSON.parse(json));
