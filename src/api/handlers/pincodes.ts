import { findPincodeRegions } from '#api/services/pincodes/pincodes.ts';
import type { Handlers } from './call-context.ts';

export const pincodeHandlers: Pick<Handlers, 'pincode'> = {
  pincode: async ({ params }) => ({ success: true, data: findPincodeRegions(params.pincode) }),
};
