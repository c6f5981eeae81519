import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#api/services/audit.ts';
import { saveContactMessage } from '#api/services/messages/contact-messages.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import {
  adminMessageCall,
  adminMessagesCall,
  adminReplyMessageCall,
  adminSetMessageStateCall,
} from '#lib/contract/admin/messages.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
const sent = {
  firstname: 'Asha',
  lastname: 'Rao',
  email: 'asha@example.com',
  phone_number: '9876543210',
  subject: 'Which size?',
  message: 'I wear 40.\nIs that an M?',
};
const receive = (more: Partial<typeof sent> = {}) => shop.change((tx) => saveContactMessage(tx, { ...sent, ...more }));
const list = async (params: { state?: 'open' | 'answered' | 'done'; before?: string } = {}) =>
  (await shop.succeed(adminMessagesCall, { token, params })).data;
const open = async (id: number) => (await shop.succeed(adminMessageCall, { token, params: { id: String(id) } })).data;
const reply = (id: number, text: string, form_id: string = randomUUID()) =>
  shop.succeed(adminReplyMessageCall, { token, params: { id: String(id) }, body: { form_id, reply: text } });
const mails = async () => (await listOutbox(shop.store.db, { limit: 50 })).filter(({ subject }) => subject.startsWith('Re: '));
const mailed = async () => JSON.parse((await mails())[0]?.body ?? '{}') as { text: string; html?: string; replyTo?: string };

beforeEach(async () => {
  shop = await openShop();
  token = await staffToken(shop, 'owner');
  const legal = { support_email: 'help@meena.example' };
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, store_name: 'Meena Stores', legal }));
});
afterEach(() => shop.close());

describe('a message of the contact form', () => {
  test('has a number, is open, and is answered by mail from the shop’s address with what was asked', async () => {
    await receive();
    const [message] = (await list({ state: 'open' })).messages;
    expect(message).toMatchObject({ state: 'open', name: 'Asha Rao', subject: 'Which size?', message: sent.message });
    const id = message?.id ?? 0;
    await reply(id, 'Yes, an M.\nIt is cut wide.');
    expect(await mails()).toMatchObject([{ recipient: 'asha@example.com', subject: 'Re: Which size?' }]);
    const { text, html, replyTo } = await mailed();
    expect(text).toMatch(
      /^Yes, an M\.\nIt is cut wide\.\n\nMeena Stores\n\nOn [\d-]+ [\d:]+ \(Indian time\), Asha Rao wrote:\n> I wear 40\.\n> Is that an M\?$/,
    );
    expect([html, replyTo]).toEqual([undefined, 'help@meena.example']);
    expect(await open(id)).toMatchObject({ state: 'answered', replies: [{ by: 'Asha', reply: 'Yes, an M.\nIt is cut wide.' }] });
    expect((await list({ state: 'open' })).messages).toEqual([]);
  });

  test('is answered once, however often the form is sent', async () => {
    await receive();
    const [message] = (await list()).messages;
    const id = message?.id ?? 0;
    const form = randomUUID();
    await Promise.all([reply(id, 'Yes.', form), reply(id, 'Yes.', form), reply(id, 'Yes.', form)]);
    expect(await mails()).toHaveLength(1);
    expect((await open(id)).replies).toHaveLength(1);
    await reply(id, 'And in blue.');
    expect((await open(id)).replies.map(({ reply: text }) => text)).toEqual(['Yes.', 'And in blue.']);
  });

  test('is done without an answer, and opened again; the log says who did it', async () => {
    await receive();
    const id = (await list()).messages[0]?.id ?? 0;
    for (const state of ['done', 'done', 'open'] as const)
      await shop.succeed(adminSetMessageStateCall, { token, params: { id: String(id) }, body: { state } });
    expect((await open(id)).state).toBe('open');
    const events = (await listAudit(shop.store.db, { limit: 10 })).filter(({ subject }) => subject === `message:${id}`);
    expect(events.map(({ action, detail }) => [action, detail])).toEqual([
      ['message open', '{"before":"done","after":"open"}'],
      ['message done', '{"before":"open","after":"done"}'],
    ]);
    expect(events.every(({ actor }) => /^staff:\d+$/.test(actor))).toBe(true);
  });

  test('of hostile words cannot add headers, markup or lines to the answer', async () => {
    const message = `<script>alert(1)</script>\r\nBcc: all@example.com\n${'x'.repeat(1900)}`;
    await receive({ subject: 'Hi\r\nBcc: victim@example.com\u2028X', firstname: 'www.evil.example', message });
    const id = (await list()).messages[0]?.id ?? 0;
    await reply(id, `No.\u0000\u0007 ${'y'.repeat(9_990)}`);
    expect((await mails())[0]?.subject).toBe('Re: Hi Bcc: victim@example.com X');
    const { text, html } = await mailed();
    expect(html).toBeUndefined();
    expect(text).toContain('customer wrote:\n> <script>alert(1)</script>\n> Bcc: all@example.com\n> xxx');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(text).not.toMatch(/[\u0000\u0007]|evil/);
  });

  test('takes no answer that is empty or longer than 10,000 characters', async () => {
    await receive();
    const params = { id: String((await list()).messages[0]?.id) };
    for (const text of ['', ' \u200b\n', 'x'.repeat(10_001)]) {
      const refused = await shop.fail(adminReplyMessageCall, { token, params, body: { form_id: randomUUID(), reply: text } });
      expect(refused.errors).toHaveProperty('reply');
    }
    expect(await mails()).toEqual([]);
  });
});

test('messages are listed by fifty, the newest first', async () => {
  for (let i = 1; i <= 53; i++) await receive({ message: `Message ${i}` });
  const first = await list();
  expect(first.messages.map(({ message }) => message)).toEqual(Array.from({ length: 50 }, (_, i) => `Message ${53 - i}`));
  const second = await list({ before: String(first.next) });
  expect(second.messages.map(({ message }) => message)).toEqual(['Message 3', 'Message 2', 'Message 1']);
  expect(second.next).toBeUndefined();
});

test('a number that no message has is refused, and a packer reads none', async () => {
  const params = { id: '99' };
  const missing = 'There is no message with this number';
  expect((await shop.fail(adminMessageCall, { token, params })).message).toBe(missing);
  const answer = { token, params, body: { form_id: randomUUID(), reply: 'Yes' } };
  expect((await shop.fail(adminReplyMessageCall, answer)).message).toBe(missing);
  const packer = await staffToken(shop, 'packer');
  expect((await shop.fail(adminMessagesCall, { token: packer })).code).toBe('staff_role');
});
