import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/database/open.ts';
import { write } from '#api/database/transaction.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { enqueueMail } from '#api/services/messages/outbox.ts';
import { createFolderSource } from '#api/services/pictures/source.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { runChecks } from '#cli/actions/doctor.ts';
import type { Finding } from '#cli/doctor/checks.ts';
import { csvFile, importFiles, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { openSmsProvider } from '#tests/support/providers/sms.ts';
import { openMailbox } from '#tests/support/providers/smtp-server.ts';

const sound = mkdtempSync(join(tmpdir(), 'sound-shop-'));
let dataDir: string;

/** A shop with one product that has a photograph. */
beforeAll(async () => {
  const cap = await sharp({ create: { width: 500, height: 600, channels: 3, background: '#8a2b2b' } })
    .jpeg()
    .toBuffer();
  const rows = [
    ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty', 'Image Src'],
    ['cap', 'Cap', 'Caps', '499', '4', 'cap.jpg'],
  ];
  writeFileSync(join(sound, 'cap.jpg'), cap);
  const db = await openDatabase(sound);
  await importFiles(db, [csvFile(rows, 'products.csv', sound)], { pictures: createFolderSource(sound, sound) });
  await db.destroy();
});
afterAll(() => rmSync(sound, { recursive: true }));
beforeEach(() => {
  dataDir = temporaryFolder();
  cpSync(sound, dataDir, { recursive: true });
});

const doctor = (settings: NodeJS.ProcessEnv = {}): Promise<Finding[]> => runChecks({ DATA_DIR: dataDir, ...settings });
const faults = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'bad');

/** The settings of a shop that really sells, with providers that answer. */
async function selling(): Promise<Record<string, string>> {
  const [mailbox, provider] = await Promise.all([openMailbox(), openSmsProvider()]);
  onTestFinished(async () => void (await Promise.all([mailbox.close(), provider.close()])));
  return {
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    PUBLIC_SITE_URL: 'https://shop.example',
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Meena Stores <orders@shop.example>',
    SMS_AUTH_KEY: 'key',
    SMS_URL: provider.settings.url,
    SMS_TEMPLATE_OTP: 'T1',
  };
}

describe('budgets of messages', () => {
  async function send(count: number): Promise<void> {
    const db = await openDatabase(dataDir);
    await write(db, async (tx) => {
      await setLimits(tx, { mail_per_hour: 10 });
      for (let i = 0; i < count; i++) await enqueueMail(tx, { to: 'asha@example.com', subject: 'Hi', text: 'Ho' });
    });
    await db.destroy();
  }
  const said = async () => (await doctor()).filter(({ check }) => check === 'messages');

  test('are good while less than half is used', async () => {
    await send(4);
    expect(await said()).toMatchObject([{ state: 'good' }]);
  });

  test('are told of from half of them on, with what to do', async () => {
    await send(5);
    expect(await said()).toMatchObject([
      {
        state: 'note',
        finding: expect.stringMatching(/^5 of 10 mails of this hour are used; it ends \d{4}-\d\d-\d\d \d\d:\d\d$/),
        fix: 'If these are your customers, raise it: store limits set mail_per_hour=20',
      },
    ]);
  });

  test('are bad once used up', async () => {
    await send(10);
    expect(await said()).toMatchObject([{ state: 'bad', finding: expect.stringContaining('10 of 10 mails') }]);
  });
});

test('a shop behind a web server that it does not trust is told what that does to its limits', async () => {
  const findings = await doctor({ NODE_ENV: 'production', PUBLIC_SITE_URL: 'https://shop.example' });
  expect(findings.find(({ check }) => check === 'visitors')).toMatchObject({
    state: 'note',
    finding:
      'A web server seems to stand in front of this shop: its visitors then cannot be told apart and share one limit on tries',
    fix: expect.stringContaining('TRUST_PROXY=1'),
  });
});

describe('a sound shop', () => {
  test('that sells has nothing to fix', async () => {
    const findings = await doctor(await selling());
    expect(findings.filter(({ state }) => state !== 'good')).toEqual([]);
  });

  test('that is being tried out is told so in words for people, and the command ends well', async () => {
    const { code, out, err } = await storeIn({ DATA_DIR: dataDir, NODE_ENV: '' }, 'doctor');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('✓ database: The database is intact');
    expect(out).toContain('No problems found.');
    expect(out).not.toContain('\x1b');
  });
});

test('the command ends with 1 when there is something to fix, and says so as JSON too', async () => {
  const { code, out } = await storeIn({ DATA_DIR: dataDir, NODE_ENV: 'production' }, 'doctor', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    success: false,
    findings: expect.arrayContaining([expect.objectContaining({ check: 'SMS' })]),
  });
});

describe('a fault is found', () => {
  test('demo mode with a real provider', async () => {
    const said = await doctor({ ...(await selling()), DEMO_MODE: '1' });
    expect(faults(said)).toMatchObject([{ check: 'settings', finding: expect.stringContaining('Take away DEMO_MODE') }]);
  });

  test.each([
    ['RAZORPAY_KEY_SECRET', 'RAZORPAY_KEY_ID'],
    ['RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_KEY_ID'],
    ['MAIL_FROM', 'SMTP_URL'],
    ['SMS_TEMPLATE_OTP', 'SMS_AUTH_KEY'],
    ['SMS_TEMPLATE_ORDER_PLACED', 'SMS_AUTH_KEY'],
  ])('%s that does nothing because %s is missing', async (name, needed) => {
    expect(faults(await doctor({ [name]: 'x' }))).toMatchObject([
      { check: 'settings', finding: `${name} does nothing without ${needed}: set ${needed} too, or take away ${name}` },
    ]);
  });

  test('a key for payments without its secret', async () => {
    const said = faults(await doctor({ RAZORPAY_KEY_ID: 'rzp_live' }));
    expect(said).toMatchObject([{ check: 'settings', finding: expect.stringContaining('RAZORPAY_KEY_SECRET must be set') }]);
  });

  test('demo mode in production', async () => {
    const said = await doctor({ NODE_ENV: 'production', DEMO_MODE: '1' });
    expect(faults(said)).toMatchObject([{ check: 'demo mode', fix: expect.stringContaining('SMS_AUTH_KEY') }]);
  });

  test('no way to send codes in production', async () => {
    expect(faults(await doctor({ NODE_ENV: 'production' }))).toMatchObject([{ check: 'SMS' }, { check: 'mail' }]);
  });

  test('signing up with a password where no mail can verify the address', async () => {
    const { SMTP_URL: _, MAIL_FROM: __, ...settings } = await selling();
    expect(faults(await doctor(settings))).toMatchObject([
      { check: 'mail', finding: expect.stringContaining('cannot verify the email'), fix: expect.stringContaining('SMTP_URL') },
    ]);
  });

  test('a database that nothing was put into yet', async () => {
    rmSync(dataDir, { recursive: true });
    await (await openDatabase(dataDir)).destroy();
    const said = faults(await doctor());
    expect(said).toMatchObject([{ check: 'contents', fix: expect.stringContaining('npm run store -- import products.csv') }]);
  });

  test('a shop for others that can neither show nor send codes', async () => {
    const said = await doctor({ PUBLIC_SITE_URL: 'https://shop.example' });
    expect(said).toContainEqual(
      expect.objectContaining({ check: 'SMS', state: 'note', fix: expect.stringContaining('DEMO_MODE=1') }),
    );
    expect(await doctor()).not.toContainEqual(expect.objectContaining({ check: 'SMS' }));
  });

  test('a row that refers to nothing', async () => {
    const database = new DatabaseSync(join(dataDir, 'shop.db'), { enableForeignKeyConstraints: false });
    database.exec('UPDATE product SET sub_category_id = 99');
    database.close();
    expect(faults(await doctor())).toMatchObject([
      { check: 'database', finding: 'Row 1 of product refers to a row of sub_category that is not there' },
    ]);
  });

  test('a damaged database file', async () => {
    const file = join(dataDir, 'shop.db');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 20_000);
    writeFileSync(file, bytes);
    expect(faults(await doctor())[0]).toMatchObject({ check: 'database', fix: expect.stringContaining('restore FILE') });
  });

  test('a file that is no database', async () => {
    for (const name of ['shop.db-wal', 'shop.db-shm']) rmSync(join(dataDir, name), { force: true });
    writeFileSync(join(dataDir, 'shop.db'), 'x'.repeat(9000));
    expect(faults(await doctor())).toMatchObject([{ check: 'database', finding: expect.stringContaining('cannot be read') }]);
  });

  test('stock that does not add up', async () => {
    const db = await openDatabase(dataDir);
    await db.updateTable('product').set({ stock: 9 }).execute();
    await db.destroy();
    expect(faults(await doctor())).toMatchObject([{ finding: 'The stock of cap is 9, but its variants have 4' }]);
  });

  test('an address for support that is no e-mail address', async () => {
    const db = await openDatabase(dataDir);
    await write(db, (tx) => saveSettings(tx, { ...defaultSettings, legal: { support_email: 'notmail' } }));
    await db.destroy();
    expect(faults(await doctor())).toMatchObject([
      {
        check: 'support e-mail',
        finding: expect.stringContaining('"notmail"'),
        fix: expect.stringContaining('store theme set'),
      },
    ]);
  });

  test('a picture that is not there', async () => {
    const db = await openDatabase(dataDir);
    const { pictures } = await db.selectFrom('product').select('pictures').executeTakeFirstOrThrow();
    await db.destroy();
    const file = pictures.split('#')[0]?.replace('/media/', '').replace('.jpg', '.avif') ?? '';
    rmSync(join(dataDir, 'media', file));
    expect(faults(await doctor())).toMatchObject([{ check: 'pictures', finding: expect.stringContaining(`${file} of cap`) }]);
  });

  test('a mail server that does not answer', async () => {
    const gone = await openMailbox();
    await gone.close();
    const said = await doctor({ ...(await selling()), SMTP_URL: gone.smtpUrl });
    expect(faults(said)).toMatchObject([{ check: 'mail server', fix: expect.stringContaining('SMTP_URL') }]);
  });

  test('a folder that cannot be written to', async () => {
    rmSync(join(dataDir, 'media'), { recursive: true });
    writeFileSync(join(dataDir, 'media'), 'not a folder');
    expect(faults(await doctor())).toContainEqual(expect.objectContaining({ check: 'data folder' }));
  });

  test('no shop where it was looked for, and none is made', async () => {
    const said = await doctor({ DATA_DIR: join(dataDir, 'elsewhere') });
    expect(faults(said).map(({ check }) => check)).toEqual(['data folder', 'database']);
    expect(await doctor({ DATA_DIR: join(dataDir, 'elsewhere') })).toEqual(said);
  });
});

describe('how visitors are told apart', () => {
  const visitors = async (settings: NodeJS.ProcessEnv) => {
    const findings = await doctor({ NODE_ENV: 'production', PUBLIC_SITE_URL: 'https://shop.example', ...settings });
    return findings.find(({ check }) => check === 'visitors');
  };

  test('is noted, and nothing to fix, where a web server stands before the shop that nobody has said to trust', async () => {
    const advice = { state: 'note', fix: expect.stringContaining('TRUST_PROXY=1') };
    expect(await visitors({ HOST: '0.0.0.0' })).toMatchObject(advice);
    expect(await visitors({ PUBLIC_SITE_URL: 'http://shop.example' })).toMatchObject(advice);
  });

  test('is noted where the web server is trusted but can be gone round', async () => {
    expect(await visitors({ TRUST_PROXY: '1', HOST: '0.0.0.0' })).toMatchObject({
      state: 'note',
      fix: expect.stringContaining('HOST=127.0.0.1'),
    });
  });

  test('is fine once the owner has said, and where no web server is needed', async () => {
    for (const settings of [
      { TRUST_PROXY: '1' },
      { TRUST_PROXY: '0' },
      { PUBLIC_SITE_URL: 'http://shop.example', HOST: '0.0.0.0' },
    ])
      expect(await visitors(settings)).toMatchObject({ state: 'good' });
  });

  test('is something to fix where the setting is none that holds', async () => {
    const said = faults(await doctor({ ...(await selling()), TRUST_PROXY: 'true' }));
    expect(said).toMatchObject([{ check: 'settings', finding: expect.stringContaining('TRUST_PROXY must be 1') }]);
  });

  test('is no matter while a shop is being tried out', async () => {
    expect(await visitors({ NODE_ENV: '' })).toBeUndefined();
  });
});

test('messages that could not be sent are noted', async () => {
  const db = await openDatabase(dataDir);
  const now = new Date().toISOString();
  const row = { message_id: 'm', kind: 'mail', recipient: 'a@example.com', subject: 's', body: '{}', state: 'dead' } as const;
  await db
    .insertInto('outbox')
    .values({ ...row, attempts: 8, next_try_at: now, expires_at: now, created_at: now })
    .execute();
  await db.destroy();
  const said = await doctor();
  expect(faults(said)).toEqual([]);
  expect(said).toContainEqual(
    expect.objectContaining({ check: 'outbox', state: 'note', finding: '1 message could not be sent' }),
  );
});
