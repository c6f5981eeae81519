import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONTACT_MAILS_PER_HOUR } from '#api/services/limits/rate-limit-rules.ts';
import { listContactMessages, saveContactMessage } from '#api/services/messages/contact-messages.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
const body = {
  firstname: 'Asha',
  lastname: 'Rao',
  email: 'asha@example.com',
  phone_number: '9876543210',
  subject: 'Which size?',
  message: 'I wear 40.\nIs that an M?',
  subscribe: true,
};
const kept = () => shop.store.db.selectFrom('contact_message').selectAll().execute();

beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

describe('a message to the store', () => {
  test('is stored and mailed to the support address, with the shopper’s address for replies', async () => {
    const legal = { support_email: 'help@meena.example' };
    await shop.change((tx) => saveSettings(tx, { ...defaultSettings, store_name: 'Meena Stores', legal }));
    await shop.succeed(contactCall, { body });
    expect(await kept()).toMatchObject([{ ...body, subscribe: 1 }]);
    const [mail] = await listOutbox(shop.store.db, { limit: 10 });
    expect(mail).toMatchObject({ kind: 'mail', recipient: 'help@meena.example', subject: 'Meena Stores: Which size?' });
    expect(JSON.parse(mail?.body ?? '')).toEqual({
      text: 'I wear 40.\nIs that an M?\n\nAsha Rao, asha@example.com, 9876543210\n\nWould like to receive news from the store.',
      replyTo: 'asha@example.com',
    });
  });

  test('is stored where the owner has set no support address', async () => {
    const { subscribe: _, ...quiet } = body;
    await shop.succeed(contactCall, { body: quiet });
    expect(await kept()).toMatchObject([{ subscribe: 0, message: body.message }]);
    expect(await listOutbox(shop.store.db, { limit: 10 })).toEqual([]);
  });

  test('is no longer mailed after twenty in one hour, and the last mail says where the others are', async () => {
    const legal = { support_email: 'help@meena.example' };
    await shop.change((tx) => saveSettings(tx, { ...defaultSettings, legal }));
    const send = (i: number) => shop.change((tx) => saveContactMessage(tx, { ...body, message: `Message ${i}` }));
    for (let i = 1; i <= CONTACT_MAILS_PER_HOUR + 5; i++) await send(i);
    const mails = await listOutbox(shop.store.db, { limit: 100 });
    expect(mails).toHaveLength(CONTACT_MAILS_PER_HOUR);
    expect(mails.filter(({ body: text }) => text.includes('read them with: store contact'))).toEqual([mails[0]]);
    expect(await listContactMessages(shop.store.db, 2)).toMatchObject([{ message: 'Message 25' }, { message: 'Message 24' }]);
    const earlier = new Date(Date.now() - 61 * 60_000).toISOString();
    await shop.change((tx) => tx.updateTable('contact_message').set({ created_at: earlier }).execute());
    await send(100);
    expect(await listOutbox(shop.store.db, { limit: 100 })).toHaveLength(CONTACT_MAILS_PER_HOUR + 1);
  });

  test('sent again after a lost response, or twice concurrently, is stored once', async () => {
    await Promise.all([shop.succeed(contactCall, { body }), shop.succeed(contactCall, { body })]);
    await shop.succeed(contactCall, { body });
    expect(await kept()).toHaveLength(1);
    await shop.succeed(contactCall, { body: { ...body, message: 'And in blue?' } });
    expect(await kept()).toHaveLength(2);
  });

  test('is refused with the specification’s messages', async () => {
    const empty = { firstname: '', lastname: 'R', email: 'nobody', phone_number: '12', subject: ' ', message: '' };
    expect((await shop.fail(contactCall, { body: empty })).errors).toEqual({
      firstname: ['This field is required'],
      lastname: ['Must be at least 2 characters'],
      email: ['Must be a valid email address'],
      phone_number: ['Must be a valid 10-digit number'],
      subject: ['Subject is required'],
      message: ['Message is required'],
    });
    expect(await kept()).toEqual([]);
  });

  test('refuses texts that are too long', async () => {
    const refused = await shop.fail(contactCall, { body: { ...body, message: 'x'.repeat(2001) } });
    expect(refused.errors).toEqual({ message: ['This is too long'] });
  });

  test.each(['asha@example.com\r\nBcc: evil@example.com', 'asha@example.com, evil@example.com', '<asha@example.com>'])(
    'cannot add recipients: %s',
    async (email) => {
      expect((await shop.fail(contactCall, { body: { ...body, email } })).httpStatus).toBe(422);
    },
  );
});
