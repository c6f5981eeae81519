import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from '#lib/contract/calls/define-call.ts';
import { email, id, name } from '#lib/contract/fields.ts';
import { failure } from '#lib/contract/messages/failures.ts';
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
const linked = replyWith(z.object({ id: z.int(), name: z.string(), email: z.string(), role, link: z.string() }));

export const adminStaffCall = defineCall({
  name: 'adminStaff',
  method: 'GET',
  path: '/admin/staff',
  access: 'owner',
  summary: 'Lists everyone who may sign in to the admin.',
  reply: replyWith(z.array(staffMember)),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminAddStaffCall = defineCall({
  name: 'adminAddStaff',
  method: 'POST',
  path: '/admin/staff/add',
  access: 'owner',
  needsRecentSignIn: true,
  summary: 'Adds a member of staff and makes a one-time link with which they choose password and second factor.',
  body: z.object({ email, name: z.optional(name), role }),
  reply: linked,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminStaffLinkCall = defineCall({
  name: 'adminStaffLink',
  method: 'POST',
  path: '/admin/staff/link',
  access: 'owner',
  needsRecentSignIn: true,
  summary:
    'Makes a one-time link that lets a member of staff in again, with a new password and second factor. An older link ends.',
  body: z.object({ id }),
  reply: linked,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminRemoveStaffCall = defineCall({
  name: 'adminRemoveStaff',
  method: 'POST',
  path: '/admin/staff/remove',
  access: 'owner',
  needsRecentSignIn: true,
  summary: 'Removes a member of staff, whose sessions end at once. The last owner stays.',
  body: z.object({ id }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminStaffRoleCall = defineCall({
  name: 'adminStaffRole',
  method: 'POST',
  path: '/admin/staff/role',
  access: 'owner',
  needsRecentSignIn: true,
  summary: 'Makes a member of staff owner or packer. The last owner stays.',
  body: z.object({ id, role }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

/** Calls by which owners see to who may sign in. */
export const staffMemberCalls = [
  adminStaffCall,
  adminAddStaffCall,
  adminStaffLinkCall,
  adminRemoveStaffCall,
  adminStaffRoleCall,
] as const;
