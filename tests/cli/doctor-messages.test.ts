import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import { runChecks } from '#cli/actions/doctor.ts';
import { storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { openWhatsApp } from '#tests/support/providers/whatsapp.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const doctor = (settings: NodeJS.ProcessEnv = {}) => runChecks({ DATA_DIR: dataDir, ...settings });

/** The settings of a shop in production that sends by WhatsApp alone. */
async function byWhatsApp() {
  const server = await openWhatsApp();
  onTestFinished(server.close);
  const db = await openDatabase(dataDir);
  await db.destroy();
  return { server, settings: { NODE_ENV: 'production', PUBLIC_SITE_URL: 'https://shop.example', ...server.transport.values } };
}

test('names the transports that fail, with the newest failure, and not those that have sent since', async () => {
  const db = await openDatabase(dataDir);
  const now = new Date().toISOString();
  const times = { next_try_at: now, expires_at: now, created_at: now };
  const row = (id: string, transport: string, state: 'waiting' | 'sent' | 'dead', last_error: string | null) => ({
    ...{ message_id: id, kind: 'sms' as const, recipient: '9876543210', subject: 'order_placed', body: '{}', attempts: 1 },
    ...{ transport, state, last_error, ...times },
  });
  await db
    .insertInto('outbox')
    .values([
      row('a', 'whatsapp', 'waiting', 'older'),
      row('b', 'whatsapp', 'dead', 'WhatsApp answered 401'),
      row('c', 'msg91', 'sent', null),
      row('d', 'smtp', 'waiting', 'no route'),
    ])
    .execute();
  await db.destroy();
  const findings = (await doctor()).filter(({ check }) => check === 'outbox').map(({ finding }) => finding);
  expect(findings).toEqual([
    '1 message could not be sent',
    '1 message failed by smtp, the last one because: no route',
    '2 messages failed by whatsapp, the last one because: WhatsApp answered 401',
  ]);
});

test('accepts WhatsApp for codes, and says what is wrong with its token', async () => {
  const { server, settings } = await byWhatsApp();
  const said = await doctor(settings);
  expect(said).toContainEqual({ check: 'WhatsApp', state: 'good', finding: 'Connected' });
  expect(said.map(({ check }) => check)).not.toContain('SMS');
  expect(await doctor({ ...settings, WHATSAPP_ACCESS_TOKEN: 'old' })).toContainEqual({
    check: 'WhatsApp',
    state: 'bad',
    finding: 'It cannot be reached (WhatsApp answered 401 with error 190: the access token has expired)',
    fix: 'Check WHATSAPP_ACCESS_TOKEN and WHATSAPP_PHONE_NUMBER_ID in the WhatsApp Manager',
  });
  expect(server.messages).toEqual([]);
});

test('says that WhatsApp without templates sends nothing', async () => {
  const { settings } = await byWhatsApp();
  const without = { ...settings, WHATSAPP_TEMPLATE_OTP: '', WHATSAPP_TEMPLATE_ORDER_PLACED: '' };
  const said = await doctor(without);
  expect(said).toContainEqual(
    expect.objectContaining({ check: 'WhatsApp', state: 'bad', finding: expect.stringContaining('no templates') }),
  );
  expect(said).toContainEqual(
    expect.objectContaining({ check: 'SMS', state: 'bad', fix: expect.stringContaining('WHATSAPP_TEMPLATE_OTP') }),
  );
});

test('setup writes the settings of WhatsApp', async () => {
  const { settings } = await byWhatsApp();
  const { WHATSAPP_ACCESS_TOKEN = '', WHATSAPP_PHONE_NUMBER_ID = '' } = settings as Record<string, string>;
  const env = { DATA_DIR: dataDir, ENV_FILE: `${dataDir}/shop.env` };
  const flags = ['--whatsapp-access-token', WHATSAPP_ACCESS_TOKEN, '--whatsapp-phone-number-id', WHATSAPP_PHONE_NUMBER_ID];
  const required = [
    '--site-url',
    'https://shop.example',
    '--name',
    'Meena',
    '--whatsapp-template-otp',
    'verification_code',
    '--json',
  ];
  const { out, err } = await storeIn(env, 'setup', ...required, ...flags);
  expect(JSON.parse(out || err)).toMatchObject({ success: true });
  const wrong = await storeIn(env, 'setup', ...required, '--whatsapp-access-token', 'a b', '--force');
  expect(wrong.out + wrong.err).toContain('WHATSAPP_ACCESS_TOKEN must be the token alone');
});
