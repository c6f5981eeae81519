import { write } from '#api/database/open.ts';
import { customerActor, recordAudit } from '#api/services/audit/audit.ts';
import { endSession, listSessions } from '#api/services/devices/session-list.ts';
import { endSessions } from '#api/services/sessions.ts';
import { success } from '#lib/contract/messages.ts';
import { clientAddress } from './client-address.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const sessionCalls: Pick<Handlers, 'getSessions' | 'endSession' | 'endSessions'> = {
  getSessions: async (request) => ({ success: true, data: await listSessions(request.shop.db, shopperOf(request)) }),

  endSession: async (request) => {
    const { customerId } = shopperOf(request);
    const address = clientAddress(request.headers);
    await write(request.shop.db, async (tx) => {
      if (await endSession(tx, customerId, request.body.session_id))
        await recordAudit(tx, { actor: customerActor(customerId), action: 'session-end', address });
    });
    return { success: true, message: success.sessionEnded };
  },

  endSessions: async (request) => {
    const { customerId } = shopperOf(request);
    const address = clientAddress(request.headers);
    await write(request.shop.db, async (tx) => {
      await endSessions(tx, customerId);
      await recordAudit(tx, { actor: customerActor(customerId), action: 'session-end-all', address });
    });
    return { success: true, message: success.sessionsEnded };
  },
};
