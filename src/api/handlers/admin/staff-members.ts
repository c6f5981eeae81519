import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import {
  addStaff,
  type LinkedMember,
  linkStaff,
  listStaff,
  removeStaff,
  setStaffRole,
} from '#api/services/staff/staff-members.ts';

const toReply = ({ token: link, ...member }: LinkedMember) => ({ ...member, link });

export const staffMemberHandlers = {
  adminStaff: ({ db }) => listStaff(db),

  adminAddStaff: async ({ db, staff: owner, body }) => toReply(await write(db, (tx) => addStaff(tx, { owner }, body))),

  adminStaffLink: async ({ db, staff: owner, body }) => toReply(await write(db, (tx) => linkStaff(tx, { owner }, body.id))),

  adminRemoveStaff: ({ db, staff: owner, body }) => write(db, (tx) => removeStaff(tx, { owner }, body.id)),

  adminStaffRole: ({ db, staff: owner, body }) => write(db, (tx) => setStaffRole(tx, { owner }, body)),
} satisfies Partial<AdminHandlers>;
