import * as z from 'zod/mini';
import { adminCall } from './admin-call.ts';

/** An owner may do everything; a packer sees orders to pack, the amount to collect and stock. */
export const staffRoles = ['owner', 'packer'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const adminSelfCall = adminCall('adminSelf', 'GET /self', 'packer', {
  summary: 'The member of staff whose session it is.',
  reply: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    role: z.enum(staffRoles),
    /** When they last proved who they are (ISO 8601). */
    signed_in_at: z.string(),
  }),
});
