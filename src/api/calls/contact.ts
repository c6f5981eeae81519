import { write } from '../database/open.ts';
import { receiveContact } from '../services/contact.ts';
import { countTries } from '../services/rate-limits.ts';
import { clientAddress } from './client-address.ts';
import type { Handlers } from './handler.ts';

export const contactCalls: Pick<Handlers, 'contact'> = {
  contact: async ({ shop, body, headers }) => {
    await countTries(shop.db, 'contact', { address: clientAddress(headers), account: body.email });
    await write(shop.db, (tx) => receiveContact(tx, body));
    return { success: true };
  },
};
