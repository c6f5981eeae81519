import { write } from '#api/database/open.ts';
import { receiveContact } from '#api/services/contact.ts';
import { countTries } from '#api/services/rate-limits.ts';
import { requireCaptcha } from './captcha.ts';
import { clientAddress } from './client-address.ts';
import type { Handlers } from './handler.ts';

export const contactCalls: Pick<Handlers, 'contact'> = {
  contact: async (request) => {
    const { shop, headers } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'contact', 'mail');
    await countTries(shop.db, 'contact', { address: clientAddress(headers), account: body.email });
    await write(shop.db, (tx) => receiveContact(tx, body));
    return { success: true };
  },
};
