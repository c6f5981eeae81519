import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import type { Finding } from '#api/services/health/finding.ts';
import { setTaxDefaults } from '#api/services/invoices/tax-defaults.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { enqueueMail } from '#api/services/messages/outbox.ts';
import { createFolderSource } from '#api/services/pictures/picture-source.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { runChecks } from '#cli/actions/doctor.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import { csvFile, importFiles, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { openSmsProvider } from '#tests/support/providers/sms.ts';
import { openMailbox } from '#tests/support/providers/smtp-server.ts';

const sound = mkdtempSync(join(tmpdir(), 'sound-shop-'));
let dataDir: string;

/** Settings with all that the law asks of a shop. */
const complete = {
  ...defaultSettings,
  legal: {
    legal_name: 'Meena Stores LLP',
    address: '4 Mill Road, Mysuru 570001',
    state: 'Karnataka',
    support_email: 'care@shop.example',
    grievance_officer_name: 'Asha Rao',
    grievance_officer_email: 'asha@shop.example',
    grievance_officer_phone: '9876543210',
    gst_registered: false,
  },
  terms: 'Terms.',
  privacy: 'Privacy.',
  returns: 'Returns.',
};

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
  await importFiles(db, [csvFile(rows, 'products.csv', sound)], {
    pictures: createFolderSource(createPictureFolder(sound), sound),
  });
  await write(db, (tx) => saveSettings(tx, complete));
  await db.destroy();
});
afterAll(() => rmSync(sound, { recursive: true }));
beforeEach(() => {
  dataDir = temporaryFolder();
  cpSync(sound, dataDir, { recursive: true });
});

const doctor = (settings: NodeJS.ProcessEnv = {}): Promise<Finding[]> => runChecks({ DATA_DIR: dataDir, ...settings });
const faults = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'bad');

/** Settings of a production shop with providers that respond. */
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

describe('what the law asks of a shop', () => {
  const said = async (settings: object, env: NodeJS.ProcessEnv) => {
    const db = await openDatabase(dataDir);
    await write(db, (tx) => saveSettings(tx, { ...complete, ...settings }));
    await db.destroy();
    return (await doctor(env)).filter(({ check }) => check === 'owner' || check === 'pages');
  };
  const production = { NODE_ENV: 'production' };

  test('is complete', async () => {
    expect(await said({}, production)).toMatchObject([{ state: 'good' }]);
    const withGstin = { ...complete.legal, gst_registered: undefined, gstin: '29ABCDE1234F1ZW' };
    expect(await said({ legal: withGstin }, production)).toMatchObject([{ state: 'good' }]);
  });

  test.each(Object.keys(complete.legal))('is missed in production without %s', async (key) => {
    const legal = { ...complete.legal, [key]: undefined };
    expect(await said({ legal }, production)).toMatchObject([
      {
        check: 'owner',
        state: 'bad',
        finding: expect.stringMatching(/^Missing: [^,]+/),
        fix: expect.stringContaining('store setup'),
      },
    ]);
    expect(await said({ legal }, {})).toMatchObject([{ check: 'owner', state: 'note' }]);
  });

  test.each(['terms', 'privacy', 'returns'])('is missed in production without the text of %s', async (key) => {
    expect(await said({ [key]: undefined }, production)).toMatchObject([
      { check: 'pages', state: 'bad', finding: expect.stringMatching(/^These pages have no text: [A-Z]/) },
    ]);
    expect(await said({ [key]: '' }, {})).toMatchObject([{ check: 'pages', state: 'note' }]);
  });

  test.each(Object.entries({ gstin: '27X', support_email: 'notmail', support_phone: '12', state: 'Bavaria' }))(
    'is wrong where %s was stored as "%s" before it was checked',
    async (key, value) => {
      const legal = { ...complete.legal, [key]: value };
      expect(await said({ legal }, production)).toMatchObject([
        {
          check: 'owner',
          state: 'bad',
          finding: expect.stringContaining(`"${value}"`),
          fix: `Set it: store theme set legal.${key}=…`,
        },
      ]);
    },
  );
});

describe('invoices', () => {
  const said = async () => (await doctor()).filter(({ check }) => check === 'invoices');
  async function change(gstin: string, defaults: { gst_rate?: number } = {}): Promise<void> {
    const db = await openDatabase(dataDir);
    await write(db, async (tx) => {
      await saveSettings(tx, { ...defaultSettings, legal: { gstin } });
      await setTaxDefaults(tx, defaults);
    });
    await db.destroy();
  }

  test('without a GSTIN are bills of supply, which is no finding', async () => {
    expect(await said()).toEqual([]);
  });

  test('with a GSTIN that is not valid, or products without a GST rate, are noted', async () => {
    await change('27X');
    expect(await said()).toMatchObject([{ state: 'note', finding: expect.stringContaining('"27X" is no valid GSTIN') }]);
    await change('29ABCDE1234F1ZW');
    expect(await said()).toMatchObject([{ state: 'note', finding: expect.stringContaining('cap has no GST rate') }]);
    await change('29ABCDE1234F1ZW', { gst_rate: 500 });
    expect(await said()).toMatchObject([{ state: 'good' }]);
  });
});

test('products that pages cannot show are named, and those whose date is none', async () => {
  const database = new DatabaseSync(databaseFile(dataDir));
  database.exec("UPDATE product SET created_at = '+046354-11-28T00:00:00.000Z'");
  database.close();
  const said = async () => (await doctor()).filter(({ check }) => check === 'products');
  expect(await said()).toEqual([
    {
      check: 'products',
      state: 'bad',
      finding: 'cap: its first day of sale is "+046354-11-28T00:00:00.000Z", which is no date, so that pages leave the date out',
      fix: 'Import this product again with right values, or withdraw it: store import FILE',
    },
  ]);
});

test('a host name that is too long for the text with a code is noted', async () => {
  const settings = await selling();
  const said = async (url: string) =>
    (await doctor({ ...settings, PUBLIC_SITE_URL: url })).filter(({ check }) => check === 'SMS');
  expect(await said('https://shop.example')).toEqual([]);
  expect(await said('https://the-handloom-house-of-banaras.example')).toMatchObject([
    { state: 'note', finding: expect.stringContaining('the-handloom-house-of-banaras.example, has more than the 30 characters') },
  ]);
});

describe('message budgets', () => {
  async function send(count: number): Promise<void> {
    const db = await openDatabase(dataDir);
    await write(db, async (tx) => {
      await setLimits(tx, { mail_per_hour: 10 });
      for (let i = 0; i < count; i++) await enqueueMail(tx, { to: 'asha@example.com', subject: 'Hi', text: 'Ho' });
    });
    await db.destroy();
  }
  const said = async () => (await doctor()).filter(({ check }) => check === 'messages');

  test('are fine while less than half is used', async () => {
    await send(4);
    expect(await said()).toMatchObject([{ state: 'good' }]);
  });

  test('give a warning with advice from half on', async () => {
    await send(5);
    expect(await said()).toMatchObject([
      {
        state: 'note',
        finding: expect.stringMatching(/^5 of 10 mails for this hour are used; it ends at \d{4}-\d\d-\d\d \d\d:\d\d$/),
        fix: 'If these are your customers, raise it: store limits set mail_per_hour=20',
      },
    ]);
  });

  test('are an error once used up', async () => {
    await send(10);
    expect(await said()).toMatchObject([{ state: 'bad', finding: expect.stringContaining('10 of 10 mails') }]);
  });
});

test('a shop behind an untrusted web server is warned about its limits', async () => {
  const findings = await doctor({ NODE_ENV: 'production', PUBLIC_SITE_URL: 'https://shop.example' });
  expect(findings.find(({ check }) => check === 'visitors')).toMatchObject({
    state: 'note',
    finding: 'A reverse proxy seems to be in front of this shop: all clients then share the rate limits of one IP address',
    fix: expect.stringContaining('TRUST_PROXY=1'),
  });
});

describe('a healthy shop', () => {
  test('in production has nothing to fix', async () => {
    const findings = await doctor(await selling());
    expect(findings.filter(({ state }) => state !== 'good')).toEqual([]);
  });

  test('in demo mode is described in plain words, and the command succeeds', async () => {
    const { code, out, err } = await storeIn({ DATA_DIR: dataDir, NODE_ENV: '' }, 'doctor');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('✓ database: The database is intact');
    expect(out).toContain('No problems found.');
    expect(out).not.toContain('\x1b');
  });
});

test('the command exits with 1 when there is something to fix, also with JSON output', async () => {
  const { code, out } = await storeIn({ DATA_DIR: dataDir, NODE_ENV: 'production' }, 'doctor', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    success: false,
    findings: expect.arrayContaining([expect.objectContaining({ check: 'SMS' })]),
  });
});

describe('the doctor finds', () => {
  test('demo mode with a real provider', async () => {
    const said = await doctor({ ...(await selling()), DEMO_MODE: '1' });
    expect(faults(said)).toMatchObject([{ check: 'settings', finding: expect.stringContaining('Unset DEMO_MODE') }]);
  });

  test.each([
    ['RAZORPAY_KEY_SECRET', 'RAZORPAY_KEY_ID'],
    ['RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_KEY_ID'],
    ['MAIL_FROM', 'SMTP_URL'],
    ['CDN_PURGE_URL', 'CDN_TTL'],
    ['CDN_PURGE_TOKEN', 'CDN_PURGE_URL'],
    ['SMS_TEMPLATE_OTP', 'SMS_AUTH_KEY'],
    ['SMS_TEMPLATE_ORDER_PLACED', 'SMS_AUTH_KEY'],
  ])('%s without effect because %s is missing', async (name, needed) => {
    expect(faults(await doctor({ [name]: 'x' }))).toMatchObject([
      { check: 'settings', finding: `${name} has no effect without ${needed}: set ${needed} too, or unset ${name}` },
    ]);
  });

  test('a setting that is no longer read', async () => {
    expect(faults(await doctor({ DATABASE_READ_URL: 'postgres://standby/shop' }))).toMatchObject([
      { check: 'settings', finding: expect.stringMatching(/^DATABASE_READ_URL is no longer read: .*hosting\.md/) },
    ]);
  });

  test('a CDN that is not told what changes, and one that does not carry it out', async () => {
    const settings = { CDN_TTL: '600', PUBLIC_SITE_URL: 'https://shop.example' };
    const said = async (more: NodeJS.ProcessEnv) =>
      (await doctor({ ...settings, ...more })).filter(({ check }) => check === 'CDN' || check === 'settings');
    expect(await said({})).toContainEqual(expect.objectContaining({ check: 'CDN', state: 'note', fix: 'Set CDN_PURGE_URL' }));
    const purged = { CDN_PURGE_URL: 'https://cdn.example/purge' };
    expect(await said(purged)).toContainEqual({ check: 'CDN', state: 'good', finding: 'The CDN is told what changes' });
    const db = await openDatabase(dataDir);
    const times = { due_at: '2026-01-01', created_at: '2026-01-01' };
    const purge = { surrogate_keys: 'store', is_held: 0, passes: 2, attempts: 4, ...times };
    await db.insertInto('cdn_purge').values(purge).execute();
    await db.destroy();
    expect(await said(purged)).toContainEqual(expect.objectContaining({ check: 'CDN', state: 'bad' }));
    expect(await said({ CDN_TTL: 'long', PUBLIC_SITE_URL: '' })).toMatchObject([
      { finding: expect.stringMatching(/^CDN_TTL must be a whole number of seconds/) },
      { finding: expect.stringMatching(/^PUBLIC_SITE_URL must be set when CDN_TTL is/) },
      {},
    ]);
  });

  test('a payment key without its secret', async () => {
    const said = faults(await doctor({ RAZORPAY_KEY_ID: 'rzp_live' }));
    expect(said).toMatchObject([{ check: 'settings', finding: expect.stringContaining('RAZORPAY_KEY_SECRET must be set') }]);
  });

  test('a test key for payments in production', async () => {
    const razorpay = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' };
    expect(faults(await doctor({ ...(await selling()), ...razorpay }))).toMatchObject([
      { check: 'payment', finding: 'Razorpay has a test key: prepaid orders are placed without any money' },
    ]);
    expect(faults(await doctor({ ...(await selling()), ...razorpay, RAZORPAY_KEY_ID: 'rzp_live_1' }))).toEqual([]);
  });

  test('demo mode in production', async () => {
    const said = await doctor({ NODE_ENV: 'production', DEMO_MODE: '1' });
    expect(faults(said)).toMatchObject([{ check: 'demo mode', fix: expect.stringContaining('SMS_AUTH_KEY') }]);
  });

  test('no provider for codes in production', async () => {
    expect(faults(await doctor({ NODE_ENV: 'production' }))).toMatchObject([{ check: 'SMS' }, { check: 'mail' }]);
  });

  test('codes that go by mail in production, as a note', async () => {
    const { SMS_AUTH_KEY: _, SMS_URL: __, SMS_TEMPLATE_OTP: ___, ...settings } = await selling();
    const said = await doctor(settings);
    expect(faults(said)).toEqual([]);
    const finding = expect.stringContaining('codes for checking out go by mail');
    expect(said).toContainEqual(expect.objectContaining({ check: 'SMS', state: 'note', finding }));
  });

  test('password sign-up without a mail server to verify addresses', async () => {
    const { SMTP_URL: _, MAIL_FROM: __, ...settings } = await selling();
    expect(faults(await doctor(settings))).toMatchObject([
      { check: 'mail', finding: expect.stringContaining('cannot verify their email'), fix: expect.stringContaining('SMTP_URL') },
    ]);
  });

  test('an empty database', async () => {
    rmSync(dataDir, { recursive: true });
    await (await openDatabase(dataDir)).destroy();
    const said = faults(await doctor());
    expect(said).toMatchObject([{ check: 'contents', fix: expect.stringContaining('npm run store -- import products.csv') }]);
  });

  test('a public shop that can neither show nor send codes', async () => {
    const said = await doctor({ PUBLIC_SITE_URL: 'https://shop.example' });
    expect(said).toContainEqual(
      expect.objectContaining({ check: 'SMS', state: 'note', fix: expect.stringContaining('DEMO_MODE=1') }),
    );
    expect(await doctor()).not.toContainEqual(expect.objectContaining({ check: 'SMS' }));
  });

  test('a dangling reference', async () => {
    const database = new DatabaseSync(join(dataDir, 'shop.db'), { enableForeignKeyConstraints: false });
    database.exec('UPDATE product SET sub_category_id = 99');
    database.close();
    expect(faults(await doctor())).toMatchObject([
      { check: 'database', finding: 'Row 1 of product refers to a row of sub_category that does not exist' },
    ]);
  });

  test('a damaged database file', async () => {
    const file = join(dataDir, 'shop.db');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 20_000);
    writeFileSync(file, bytes);
    expect(faults(await doctor())[0]).toMatchObject({ check: 'database', fix: expect.stringContaining('restore FILE') });
  });

  test('a file that is not a database', async () => {
    for (const name of ['shop.db-wal', 'shop.db-shm']) rmSync(join(dataDir, name), { force: true });
    writeFileSync(join(dataDir, 'shop.db'), 'x'.repeat(9000));
    expect(faults(await doctor())).toMatchObject([{ check: 'database', finding: expect.stringContaining('cannot be read') }]);
  });

  test('inconsistent stock', async () => {
    const db = await openDatabase(dataDir);
    await db.updateTable('product').set({ stock: 9 }).execute();
    await db.destroy();
    expect(faults(await doctor())).toMatchObject([{ finding: 'The stock of cap is 9, but its variants have 4' }]);
  });

  test('a missing picture', async () => {
    const db = await openDatabase(dataDir);
    const { pictures } = await db.selectFrom('product').select('pictures').executeTakeFirstOrThrow();
    await db.destroy();
    const file = pictures.split('#')[0]?.replace('/media/', '').replace('.jpg', '.avif') ?? '';
    rmSync(join(dataDir, 'media', file));
    expect(faults(await doctor())).toMatchObject([{ check: 'pictures', finding: expect.stringContaining(`${file} of cap`) }]);
  });

  test('a mail server that does not respond', async () => {
    const gone = await openMailbox();
    await gone.close();
    const said = await doctor({ ...(await selling()), SMTP_URL: gone.smtpUrl });
    expect(faults(said)).toMatchObject([{ check: 'mail server', fix: expect.stringContaining('SMTP_URL') }]);
  });

  test('a folder that is not writable', async () => {
    rmSync(join(dataDir, 'media'), { recursive: true });
    writeFileSync(join(dataDir, 'media'), 'not a folder');
    expect(faults(await doctor())).toContainEqual(expect.objectContaining({ check: 'data folder' }));
  });

  test('a missing shop, without creating one', async () => {
    const said = await doctor({ DATA_DIR: join(dataDir, 'elsewhere') });
    expect(faults(said).map(({ check }) => check)).toEqual(['data folder', 'database']);
    expect(await doctor({ DATA_DIR: join(dataDir, 'elsewhere') })).toEqual(said);
  });
});

describe('visitor addresses', () => {
  const visitors = async (settings: NodeJS.ProcessEnv) => {
    const findings = await doctor({ NODE_ENV: 'production', PUBLIC_SITE_URL: 'https://shop.example', ...settings });
    return findings.find(({ check }) => check === 'visitors');
  };

  test('give a note, not an error, behind a web server that no setting mentions', async () => {
    const advice = { state: 'note', fix: expect.stringContaining('TRUST_PROXY=1') };
    expect(await visitors({ HOST: '0.0.0.0' })).toMatchObject(advice);
    expect(await visitors({ PUBLIC_SITE_URL: 'http://shop.example' })).toMatchObject(advice);
  });

  test('give a note where the trusted web server can be bypassed', async () => {
    expect(await visitors({ TRUST_PROXY: '1', HOST: '0.0.0.0' })).toMatchObject({
      state: 'note',
      fix: expect.stringContaining('HOST=127.0.0.1'),
    });
  });

  test('are fine once set, and where no web server is needed', async () => {
    for (const settings of [
      { TRUST_PROXY: '1' },
      { TRUST_PROXY: '0' },
      { PUBLIC_SITE_URL: 'http://shop.example', HOST: '0.0.0.0' },
    ])
      expect(await visitors(settings)).toMatchObject({ state: 'good' });
  });

  test('are an error where the setting is invalid', async () => {
    const said = faults(await doctor({ ...(await selling()), TRUST_PROXY: 'true' }));
    expect(said).toMatchObject([{ check: 'settings', finding: expect.stringContaining('TRUST_PROXY must be 1') }]);
  });

  test('are ignored in demo mode', async () => {
    expect(await visitors({ NODE_ENV: '' })).toBeUndefined();
  });
});

test('failed messages give a note', async () => {
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

test('the limits of one delivery address are shown with the command that raises them, and noted for 7 days after one was reached', async () => {
  const said = async () => (await doctor()).filter(({ check }) => check === 'cash on delivery');
  const fix = (limit: string) => ({ fix: expect.stringContaining(`store limits set ${limit}`) });
  expect(await said()).toMatchObject([
    { state: 'good', ...fix('cod_per_hour_per_address=20') },
    { state: 'good', ...fix('cod_per_day_per_address=50') },
  ]);
  const db = await openDatabase(dataDir);
  await write(db, async (tx) => {
    await recordAudit(tx, { actor: 'system', action: 'cod-limit', subject: 'cod_per_day_per_address', detail: { max: 25 } });
    await setLimits(tx, { cod_per_hour_per_address: null });
  });
  expect(await said()).toMatchObject([{ state: 'note', ...fix('cod_per_day_per_address=50') }]);
  const eightDaysAgo = new Date(Date.now() - 8 * DAY_MS).toISOString();
  await db.updateTable('audit_event').set({ at: eightDaysAgo }).execute();
  expect(await said()).toMatchObject([{ state: 'good' }]);
  await db.destroy();
});
