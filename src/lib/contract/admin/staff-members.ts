import * as z from 'zod/mini';
import { email, id, name } from '#lib/contract/fields.ts';
import { adminCall } from './admin-call.ts';
import { staffRoles } from './staff.ts';

const role = z.enum(staffRoles);

const staffMember = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role,
  /** False until the one-time link has been used. */
  has_signed_in: z.boolean(),
  /** When an open session was last used (ISO 8601); empty without one. */
  last_seen_at: z.string(),
});
export type StaffMember = z.output<typeof staffMember>;

/** The token of a one-time link, shown once: pages and commands write it to `/admin/setup?link=TOKEN`. */
const linked = z.object({ id: z.int(), name: z.string(), email: z.string(), role, link: z.string() });

export const adminStaffCall = adminCall('adminStaff', 'GET /staff', 'owner', {
  summary: 'Lists everyone who may sign in to the admin.',
  reply: z.array(staffMember),
});

export const adminAddStaffCall = adminCall('adminAddStaff', 'POST /staff/add', 'owner', {
  needsRecentSignIn: true,
  summary: 'Adds a member of staff and makes a one-time link with which they choose password and second factor.',
  body: z.object({ email, name: z.optional(name), role }),
  reply: linked,
});

export const adminStaffLinkCall = adminCall('adminStaffLink', 'POST /staff/link', 'owner', {
  needsRecentSignIn: true,
  summary:
    'Makes a one-time link that lets a member of staff in again, with a new password and second factor. An older link ends.',
  body: z.object({ id }),
  reply: linked,
});

export const adminRemoveStaffCall = adminCall('adminRemoveStaff', 'POST /staff/remove', 'owner', {
  needsRecentSignIn: true,
  summary: 'Removes a member of staff, whose sessions end at once. The last owner stays.',
  body: z.object({ id }),
});

export const adminStaffRoleCall = adminCall('adminStaffRole', 'POST /staff/role', 'owner', {
  needsRecentSignIn: true,
  summary: 'Makes a member of staff owner or packer. The last owner stays.',
  body: z.object({ id, role }),
});
