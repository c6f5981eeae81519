import { write } from '#api/database/transaction.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { saveContactMessage } from '#api/services/messages/contact-messages.ts';
import type { Handlers } from './call-context.ts';
import { requireCaptcha } from './require-captcha.ts';

export const contactHandlers = {
  contact: async (request) => {
    const { db, ipAddress } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'contact', 'mail');
    await enforceRateLimit(db, 'contact', { address: ipAddress, account: body.email });
    await write(db, (tx) => saveContactMessage(tx, body));
    return { success: true };
  },
} satisfies Partial<Handlers>;
