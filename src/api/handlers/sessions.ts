import { write } from '#api/database/transaction.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { deleteSessionById, listSessions } from '#api/services/sessions/session-list.ts';
import { deleteSessions } from '#api/services/sessions/sessions.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireShopper } from './call-context.ts';
import { readIpAddress } from './http/read-ip-address.ts';
import { clearCache } from './http/reply.ts';

export const sessionHandlers: Pick<Handlers, 'getSessions' | 'endSession' | 'endSessions'> = {
  getSessions: async (request) => ({ success: true, data: await listSessions(request.context.db, requireShopper(request)) }),

  endSession: async (request) => {
    const { customerId } = requireShopper(request);
    const ipAddress = readIpAddress(request.headers);
    await write(request.context.db, async (tx) => {
      if (await deleteSessionById(tx, customerId, request.body.session_id))
        await recordAudit(tx, { actor: customerActor(customerId), action: 'session-end', ipAddress });
    });
    return { success: true, message: success.sessionEnded };
  },

  endSessions: async (request) => {
    const { customerId } = requireShopper(request);
    const ipAddress = readIpAddress(request.headers);
    await write(request.context.db, async (tx) => {
      await deleteSessions(tx, customerId);
      await recordAudit(tx, { actor: customerActor(customerId), action: 'session-end-all', ipAddress });
    });
    clearCache(request);
    return { success: true, message: success.sessionsEnded };
  },
};
