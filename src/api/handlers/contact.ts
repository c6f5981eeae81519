import { write } from '#api/database/transaction.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { saveContactMessage } from '#api/services/messages/contact-messages.ts';
import type { Handlers } from './call-context.ts';
import { readIpAddress } from './http/read-ip-address.ts';
import { requireCaptcha } from './require-captcha.ts';

export const contactHandlers: Pick<Handlers, 'contact'> = {
  contact: async (request) => {
    const { context, headers } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'contact', 'mail');
    await enforceRateLimit(context.db, 'contact', { address: readIpAddress(headers), account: body.email });
    await write(context.db, (tx) => saveContactMessage(tx, body));
    return { success: true };
  },
};
