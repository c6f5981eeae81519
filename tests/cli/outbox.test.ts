import { expect, test } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { enqueueMail, enqueueSms } from '#api/services/messages/outbox.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import { emptyShop, store } from '#tests/support/cli/run-command.ts';

test('messages that a demo shop would have sent can be listed and read', async () => {
  const { db, dataDir } = await emptyShop();
  expect(await store(dataDir, 'outbox')).toMatchObject({ code: 0, out: 'No messages.\n' });
  await write(db, async (tx) => {
    await enqueueMail(tx, {
      to: 'asha@example.com',
      subject: 'Your order',
      text: `Thank you.\n\nHT-1 ${SITE_URL}/faq`,
      html: '<p>HT-1',
    });
    await enqueueSms(tx, { phone: '9876543210', template: 'order_placed', values: { order: 'HT-1', amount: '499.00' } });
  });
  const listed = await store(dataDir, 'outbox');
  expect(listed.code).toBe(0);
  expect(listed.out).toMatch(/2 +\d{4}-\d\d-\d\d \d\d:\d\d +sms +9876543210 +order_placed +waiting +0/);
  expect(listed.out).toMatch(/1 .+ mail +asha@example\.com +Your order +waiting +0/);

  expect((await store(dataDir, 'outbox', '1')).out).toMatch(
    /^mail to asha@example\.com, .+, waiting\nYour order\n\nThank you\.\n\nHT-1 http:\/\/localhost:4321\/faq\n$/,
  );
  expect((await store(dataDir, 'outbox', '2')).out).toContain('order: HT-1\namount: 499.00');
  expect(JSON.parse((await store(dataDir, 'outbox', '--json')).out)).toMatchObject([
    { id: 2, state: 'waiting', content: { order: 'HT-1' } },
    { id: 1, recipient: 'asha@example.com', content: { text: 'Thank you.\n\nHT-1 http://localhost:4321/faq' } },
  ]);
  expect(JSON.parse((await store(dataDir, 'outbox', '--state', 'dead', '--json')).out)).toEqual([]);
});

test('failed messages can be retried on demand', async () => {
  const { db, dataDir } = await emptyShop();
  await write(db, (tx) => enqueueMail(tx, { to: 'asha@example.com', subject: 'Your order', text: 'Thank you' }));
  await db.updateTable('outbox').set({ state: 'dead', attempts: 8, last_error: 'connect ECONNREFUSED' }).execute();
  expect((await store(dataDir, 'outbox', '1')).out).toContain('Last error: connect ECONNREFUSED');
  expect(await store(dataDir, 'outbox', '--retry')).toMatchObject({ code: 0, out: '1 message will be retried\n' });
  expect(await db.selectFrom('outbox').select(['state', 'attempts']).execute()).toEqual([{ state: 'waiting', attempts: 0 }]);
});

test('wrong usage and unknown messages have different exit codes', async () => {
  const { dataDir } = await emptyShop();
  expect(await store(dataDir, 'outbox', '7')).toMatchObject({ code: 1, err: 'Error: There is no message 7\n' });
  expect((await store(dataDir, 'outbox', 'x')).code).toBe(2);
  expect((await store(dataDir, 'outbox', '--state', 'lost')).code).toBe(2);
});
