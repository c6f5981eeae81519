import { placesOf } from '#api/services/pincodes.ts';
import type { Handlers } from './handler.ts';

export const pincodeCalls: Pick<Handlers, 'pincode'> = {
  pincode: async ({ params }) => ({ success: true, data: placesOf(params.pincode) }),
};
