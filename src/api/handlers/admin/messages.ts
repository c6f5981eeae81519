import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { listThreads, readThread, replyToMessage, setMessageState } from '#api/services/contact/contact-threads.ts';

export const messagesAdminHandlers = {
  adminMessages: ({ db, params: { state, before } }) =>
    listThreads(db, { state, before: before === undefined ? undefined : Number(before) }),

  adminMessage: async ({ context, db, params }) => ({
    ...(await readThread(db, Number(params.id))),
    can_reply: context.sends.mail,
  }),

  adminReplyMessage: ({ db, staff, params, body: { form_id: formId, reply } }) =>
    write(db, (tx) => replyToMessage(tx, staff, { id: Number(params.id), formId, reply })),

  adminSetMessageState: ({ db, staff, params, body }) =>
    write(db, (tx) => setMessageState(tx, staff, Number(params.id), body.state)),
} satisfies Partial<AdminHandlers>;
