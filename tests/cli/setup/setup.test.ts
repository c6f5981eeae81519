import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#cli/run-command.ts';
import { storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { type S3Server, startS3Server } from '#tests/support/storage/s3-server.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'shop.env');
});

const settings = () => ({ ENV_FILE: file, DATA_DIR: join(folder, 'shop'), NODE_ENV: '' });
const setup = (...args: string[]) => storeIn(settings(), 'setup', ...args);
const required = ['--site-url', 'https://shop.example', '--name', 'Meena Stores'];
const written = () => readFileSync(file, 'utf8');
const shopName = async () => JSON.parse((await storeIn(settings(), 'theme', 'show', '--json')).out).store_name;

let storage: S3Server;
beforeAll(async () => {
  storage = await startS3Server();
});
afterAll(() => storage.close());

describe('without a terminal', () => {
  test('missing flags are listed and nothing is created', async () => {
    const ended = await setup('--smtp-url', 'smtp://127.0.0.1:9');
    expect(ended).toEqual({
      code: 2,
      out: '',
      err: 'Error: Without a terminal, setup needs these flags: --site-url, --name\n',
    });
    expect([existsSync(file), existsSync(join(folder, 'shop'))]).toEqual([false, false]);
  });

  test('flags write a file for its owner only, name the shop, and check it like doctor', async () => {
    const { code, out, err } = await setup(...required);
    expect([code, err]).toEqual([0, '']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(written().split('\n').slice(1)).toEqual([
      'NODE_ENV=production',
      'PUBLIC_SITE_URL=https://shop.example',
      `DATA_DIR=${join(folder, 'shop')}`,
      'TRUST_PROXY=1',
      '',
    ]);
    expect(await shopName()).toBe('Meena Stores');
    expect(out).toContain(`The settings are in ${file}.`);
    expect(out).toContain('✓ database: The database is intact');
    expect(out).toMatch(/\d+ problems to fix\./);
  });

  test('flags set the details of the business, and wrong ones are refused', async () => {
    const details = ['--legal-name', 'Meena LLP', '--state', 'Goa', '--gstin', 'none', '--officer-name', 'Asha Rao'];
    expect((await setup(...required, ...details)).code).toBe(0);
    const { legal } = JSON.parse((await storeIn(settings(), 'theme', 'show', '--json')).out);
    expect(legal).toEqual({ legal_name: 'Meena LLP', state: 'Goa', gst_registered: false, grievance_officer_name: 'Asha Rao' });
    const refused = await setup('--support-phone', '12', '--gstin', 'XX');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/--gstin: It must be a GSTIN[^\n]+\n--support-phone: It must be/),
    ]);
  });

  test('invalid settings are refused together, and nothing is written', async () => {
    const { code, err } = await setup(...required, '--smtp-url', 'nonsense', '--trust-proxy', 'yes');
    expect(code).toBe(1);
    for (const name of ['SMTP_URL must', 'MAIL_FROM must', 'TRUST_PROXY must']) expect(err).toContain(name);
    expect(existsSync(file)).toBe(false);
  });

  test('values of the file are replaced only with --force, and other lines are kept', async () => {
    writeFileSync(file, '# notes\nPUBLIC_SITE_URL=https://old.example\nLOG_LEVEL=warn\n', { mode: 0o644 });
    expect(await setup(...required)).toEqual({
      code: 1,
      out: '',
      err: `Error: ${file} has other values for PUBLIC_SITE_URL. Add --force to replace them\n`,
    });
    expect((await setup(...required, '--force')).code).toBe(0);
    expect(written()).toMatch(/^# notes\nPUBLIC_SITE_URL=https:\/\/shop\.example\nLOG_LEVEL=warn\nNODE_ENV=production\n/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await setup('--json')).code).toBe(0);
  });

  test('storage is written with its keys, and tried', async () => {
    const keys = ['--aws-access-key-id', storage.keys.AWS_ACCESS_KEY_ID, '--aws-secret-access-key'];
    const { code, err } = await setup(...required, '--media-url', storage.url('flags'), ...keys.slice(0, 2));
    expect([code, err, existsSync(file)]).toEqual([1, expect.stringContaining('AWS_SECRET_ACCESS_KEY must be set'), false]);
    const { out } = await setup(...required, '--media-url', storage.url('flags'), ...keys, storage.keys.AWS_SECRET_ACCESS_KEY);
    expect(written()).toContain(`MEDIA_URL=${storage.url('flags')}\nAWS_ACCESS_KEY_ID=S3RVER\nAWS_SECRET_ACCESS_KEY=S3RVER\n`);
    expect(out).toContain('✓ storage: s3://shop/flags can be read and written');
  });

  test('keys of storage in the environment are not written without storage', async () => {
    expect((await storeIn({ ...settings(), ...storage.keys }, 'setup', ...required)).code).toBe(0);
    expect(written()).not.toContain('AWS_');
  });
});

test.each(['', 'service'])('the backup service of deploy writes where setup said, with storage "%s"', async (prefix) => {
  const keys = ['--aws-access-key-id', 'S3RVER', '--aws-secret-access-key', 'S3RVER'];
  await setup(...required, ...(prefix ? ['--media-url', storage.url(prefix), ...keys] : []));
  const service = readFileSync(join(import.meta.dirname, '../../../deploy/shop-backup.service'), 'utf8');
  const command = /^ExecStart=\S+ node src\/cli\/main\.ts (.+)$/m.exec(service)?.[1]?.split(' ') ?? [];
  const { code, out } = await storeIn(parseEnv(written()) as Record<string, string>, ...command);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(prefix ? `s3://shop/${prefix}/private/backups/shop-` : '/shop/backups/shop-'),
  ]);
});

describe('on a terminal', () => {
  /** Runs setup, answering each question by the first entry whose text it contains. */
  async function answer(answers: [question: string, ...answers: string[]][], ...flags: string[]) {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    let out = '';
    const stdout = new Writable({
      write(chunk: Buffer, _encoding, done) {
        out += chunk.toString();
        const asked = answers.find(([text]) => chunk.toString().includes(text));
        if (asked) setImmediate(() => stdin.write(`${asked.splice(1, 1)[0] ?? ''}\r`));
        else if (/: $/.test(chunk.toString())) setImmediate(() => stdin.write('\r'));
        done();
      },
    });
    const env = { ...process.env, DATABASE_URL: '', ...settings() };
    const code = await runCommand(['setup', ...flags], { env, stdin, stdout, stderr: stdout, ownsProcess: false, exitCode: 0 });
    return { code, out };
  }

  test('questions are asked until the answer is valid, and secrets are not shown', async () => {
    const { code, out } = await answer([
      ['public address', '', 'shop.example', 'https://shop.example'],
      ['Mail server', 'smtp://shop:hunter2@127.0.0.1:9'],
      ['Sender of mails', 'Meena Stores <orders@shop.example>'],
      ["shop's name", 'Meena Stores'],
    ]);
    expect(code).toBe(0);
    expect(out).toContain('PUBLIC_SITE_URL must be');
    expect(out).not.toContain('hunter2');
    expect(out).not.toContain('DLT template');
    expect(written()).toContain('SMTP_URL=smtp://shop:hunter2@127.0.0.1:9\n');
    expect(written()).toContain("MAIL_FROM='Meena Stores <orders@shop.example>'\n");
    expect(await shopName()).toBe('Meena Stores');
  });

  test('existing values are offered, and replaced only after a yes', async () => {
    await setup(...required);
    const before = written();
    const refused = await answer([
      ['public address', 'https://new.example'],
      ['Replace them', 'n'],
    ]);
    expect([refused.code, written()]).toEqual([1, before]);
    expect(refused.out).toContain('[https://shop.example]');
    const { code } = await answer([
      ['public address', 'https://new.example'],
      ['Replace them', 'y'],
    ]);
    expect([code, written()]).toEqual([0, before.replace('shop.example', 'new.example')]);
  });

  test('storage is tried and asked for again until it works, and its secret key is not shown', async () => {
    const { code, out } = await answer([
      ['public address', 'https://shop.example'],
      ['S3-compatible storage', '/srv/pictures', storage.url('asked')],
      ['Key id', 'S3RVER'],
      ['Secret key', 'hunter2', 'S3RVER'],
      ["shop's name", 'Meena Stores'],
    ]);
    expect(code).toBe(0);
    expect(out).toContain('MEDIA_URL must be a URL such as s3://');
    expect(out).toContain('See whether AWS_SECRET_ACCESS_KEY is right');
    expect(out).not.toContain('hunter2');
    expect(written()).toContain(`MEDIA_URL=${storage.url('asked')}\nAWS_ACCESS_KEY_ID=S3RVER\nAWS_SECRET_ACCESS_KEY=S3RVER\n`);
  });

  test('storage that does not work can be kept, or taken away', async () => {
    const wrong = ['--media-url', storage.url('none').replace('s3://shop/', 's3://missing/')];
    const keys = ['--aws-access-key-id', 'S3RVER', '--aws-secret-access-key', 'S3RVER'];
    await setup(...required, ...wrong, ...keys);
    const before = written();
    const kept = await answer([]);
    expect([kept.code, written()]).toEqual([0, before]);
    expect(kept.out).toContain('Create the bucket "missing"');
    const { code } = await answer([
      ['S3-compatible storage', '', 'none'],
      ['Replace them', 'y'],
    ]);
    expect([code, written()]).toEqual([0, before.replace(/MEDIA_URL=.*/, 'MEDIA_URL=')]);
  });

  const legal = async () => JSON.parse((await storeIn(settings(), 'theme', 'show', '--json')).out).legal;

  test('the details of the business are asked, each answer is checked, and stored ones are offered again', async () => {
    const { code, out } = await answer([
      ['public address', 'https://shop.example'],
      ["shop's name", '', 'Meena Stores'],
      ['Legal name', 'Meena Stores LLP'],
      ['in one line', '12', '4 Mill Road, Mysuru 570001'],
      ['Its State', 'Bavaria', 'karnataka'],
      ['GSTIN, or', '29ABCDE1234F1ZX', '29abcde1234f1zw'],
      ['Your mail address', 'notmail', 'care@shop.example'],
      ['Phone number for customers (', '12', '98765 43210'],
      ['Name of the grievance officer', 'Asha Rao'],
    ]);
    expect(code).toBe(0);
    for (const said of [
      'Please give a name; shoppers see it',
      'It must be a text with letters',
      'It must be a State or union territory of India, such as Karnataka, but is "Bavaria"',
      'It must be a GSTIN of 15 characters with its check digit',
      'It must be an email address such as care@shop.example, but is "notmail"',
      'It must be a phone number such as 98765 43210',
    ])
      expect(out).toContain(said);
    const saved = {
      legal_name: 'Meena Stores LLP',
      address: '4 Mill Road, Mysuru 570001',
      state: 'Karnataka',
      gstin: '29ABCDE1234F1ZW',
      support_email: 'care@shop.example',
      support_phone: '98765 43210',
      grievance_officer_name: 'Asha Rao',
      grievance_officer_designation: 'Grievance Officer',
      grievance_officer_email: 'care@shop.example',
      grievance_officer_phone: '98765 43210',
    };
    expect(await legal()).toEqual(saved);
    const again = await answer([['GSTIN, or', 'none']]);
    expect(again.out).toContain('[4 Mill Road, Mysuru 570001, "none" removes it]');
    const { gstin: _, ...others } = saved;
    expect(await legal()).toEqual({ ...others, gst_registered: false });
    expect(again.out).not.toContain('Missing: the GSTIN');
  });

  test.each(['<', 'back', 'Back'])('"%s" leads to the question before, also from the shop to the machine', async (back) => {
    const { code, out } = await answer([
      ['public address', back, 'https://wrong.example', 'https://shop.example'],
      ['Folder for', back, ''],
      ['Razorpay key id', '', 'none'],
      ["shop's name", back, 'Wrong', 'Meena Stores'],
      ['Legal name', back, 'Meena Stores LLP'],
    ]);
    expect(code).toBe(0);
    expect(out).toContain('This is the first question.');
    expect(written()).toContain('PUBLIC_SITE_URL=https://shop.example\n');
    expect([await shopName(), await legal()]).toEqual(['Meena Stores', { legal_name: 'Meena Stores LLP' }]);
  });

  test('an answer that is no folder is not taken as one, and what a flag says is not asked', async () => {
    const { out } = await answer([
      ['public address', 'https://shop.example'],
      ['Folder for', 'Earth Desi', join(folder, 'shop')],
      ["shop's name", 'Meena Stores'],
    ]);
    expect(out).toContain('DATA_DIR must be a folder such as ./data or /var/lib/shop, but is "Earth Desi"');
    const flagged = await answer(
      [['Replace them', 'y']],
      '--data-dir',
      join(folder, 'other'),
      '--name',
      'Other',
      '--state',
      'Goa',
    );
    expect(flagged.out).not.toMatch(/Folder for|shop's name|Its State/);
    expect(written()).toContain(`DATA_DIR=${join(folder, 'other')}\n`);
  });
});
