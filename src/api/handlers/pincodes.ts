import { findPincodeRegions } from '#api/services/pincodes/find-pincode-regions.ts';
import type { Handlers } from './call-context.ts';

export const pincodeHandlers = {
  pincode: async ({ params }) => ({ success: true, data: findPincodeRegions(params.pincode) }),
} satisfies Partial<Handlers>;
