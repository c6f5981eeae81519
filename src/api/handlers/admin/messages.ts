import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { listThreads, readThread, replyToMessage, setMessageState } from '#api/services/contact/contact-threads.ts';
import type { messagesAdminCalls } from '#lib/contract/admin/messages.ts';

export const messagesAdminHandlers: AdminHandlers<typeof messagesAdminCalls> = {
  adminMessages: async ({ context, params: { state, before } }) => ({
    success: true,
    data: await listThreads(context.db, { state, before: before === undefined ? undefined : Number(before) }),
  }),

  adminMessage: async ({ context, params }) => ({
    success: true,
    data: { ...(await readThread(context.db, Number(params.id))), can_reply: context.sends.mail },
  }),

  adminReplyMessage: async (request) => {
    const { context, params, body } = request;
    const staff = requireStaff(request);
    const answer = { id: Number(params.id), formId: body.form_id, reply: body.reply };
    await write(context.db, (tx) => replyToMessage(tx, staff, answer));
    return { success: true };
  },

  adminSetMessageState: async (request) => {
    const { context, params, body } = request;
    const staff = requireStaff(request);
    await write(context.db, (tx) => setMessageState(tx, staff, Number(params.id), body.state));
    return { success: true };
  },
};
