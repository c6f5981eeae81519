import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reasonOf } from '#api/database/errors/reason.ts';
import { StoreUnavailable } from '#api/database/errors/store-unavailable.ts';
import { databaseFile, mediaFolder } from '#api/database/files/data-folder.ts';
import { checkIntegrity } from '#api/database/maintenance/integrity.ts';
import { isNewPostgres, openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Configuration } from '#api/environment/configuration.ts';
import { createMailTransport } from '#api/services/messages/mail-transport.ts';
import type { MessageTransport } from '#api/services/messages/message-transport.ts';
import { readOutboxDepth } from '#api/services/messages/outbox.ts';
import { createSmsTransport } from '#api/services/messages/sms-transport.ts';
import { isEmptyStore } from '#api/services/store/is-empty.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { formatCount } from '#cli/output/print.ts';
import { describeMissingStore, missingPostgresStore } from '#cli/store/open-store.ts';
import { isEmail } from '#cli/store/settings-change.ts';
import { formatNumber } from '#lib/rules/text/format-number.ts';

/** Result of a check: good, a note, or a problem to fix. */
export interface Finding {
  check: string;
  state: 'good' | 'note' | 'bad';
  finding: string;
  /** How to fix it. */
  fix?: string;
}

/** Free disk space below which the owner is warned, in bytes. */
const LOW_DISK_SPACE_BYTES = 500 * 1024 * 1024;

/** Razorpay's key ids for tests begin with this. */
const RAZORPAY_TEST_PREFIX = 'rzp_test_';

export function checkEnvironment(problems: readonly string[]): Finding[] {
  if (problems.length === 0) return [{ check: 'settings', state: 'good', finding: 'The settings are valid' }];
  return problems.map((problem) => ({
    check: 'settings',
    state: 'bad',
    finding: problem,
    fix: 'Change the environment and start again',
  }));
}

/** Checks the settings that a production shop needs. */
export function checkProductionSettings(
  { production, demoMode, sms, mail, razorpay }: Configuration,
  siteUrl: string | undefined,
): Finding[] {
  if (!production) {
    const trialMode: Finding = {
      check: 'selling',
      state: 'note',
      finding: 'NODE_ENV is not "production": this shop is in trial mode',
    };
    if (demoMode || sms) return [trialMode];
    const fix = 'Set DEMO_MODE=1 to show codes on screen, or SMS_AUTH_KEY and SMS_TEMPLATE_OTP to send them';
    return [trialMode, { check: 'SMS', state: 'note', finding: 'One-time codes can be neither shown nor sent', fix }];
  }
  const findings: Finding[] = [];
  if (demoMode)
    findings.push({
      check: 'demo mode',
      state: 'bad',
      finding: 'Demo mode is on: anyone can sign in with anyone’s number',
      fix: 'Unset DEMO_MODE and set an SMS provider (SMS_AUTH_KEY)',
    });
  else if (!sms)
    findings.push({
      check: 'SMS',
      state: 'bad',
      finding: 'There is no SMS provider: customers cannot get the code they need to check out',
      fix: 'Set SMS_AUTH_KEY and SMS_TEMPLATE_OTP',
    });
  if (!mail)
    findings.push({
      check: 'mail',
      state: demoMode ? 'note' : 'bad',
      finding: demoMode
        ? 'There is no mail server: orders are not confirmed by mail'
        : 'There is no mail server: customers who sign up with a password cannot verify their email or reset their password, and orders are not confirmed',
      fix: 'Set SMTP_URL and MAIL_FROM',
    });
  if (razorpay?.keyId.startsWith(RAZORPAY_TEST_PREFIX))
    findings.push({
      check: 'payment',
      state: 'bad',
      finding: 'Razorpay has a test key: prepaid orders are placed without any money',
      fix: 'Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET to live keys before the shop sells',
    });
  if (!siteUrl)
    findings.push({
      check: 'address',
      state: 'note',
      finding: 'The shop’s public URL is not set',
      fix: 'Set PUBLIC_SITE_URL',
    });
  return findings.length > 0
    ? findings
    : [{ check: 'selling', state: 'good', finding: 'All settings needed to sell are present' }];
}

/** Whether the server listens on loopback only, as behind a proxy on the same machine. */
const listensOnLoopback = (host: string | undefined): boolean => /^(?:localhost|127\.|::1$|$)/.test(host ?? '');

/**
 * Checks that client IP addresses are read correctly: the shop serves plain HTTP, so a proxy is in front of it when its public URL
 * is https or it listens on loopback only.
 */
export function checkProxy({ production, siteUrl, trustProxy }: Configuration, host: string | undefined): Finding[] {
  if (!production) return [];
  const check = 'visitors';
  if (trustProxy === undefined && (siteUrl.startsWith('https:') || listensOnLoopback(host)))
    return [
      {
        check,
        state: 'note',
        finding: 'A reverse proxy seems to be in front of this shop: all clients then share the rate limits of one IP address',
        fix: 'If it sets X-Forwarded-For, set TRUST_PROXY=1; if browsers connect to this server directly, set TRUST_PROXY=0',
      },
    ];
  if (trustProxy && !listensOnLoopback(host))
    return [
      {
        check,
        state: 'note',
        finding: `Clients that reach ${host} directly can fake their IP address and bypass rate limits`,
        fix: 'Allow only the reverse proxy to connect: HOST=127.0.0.1 on the same machine, otherwise a firewall',
      },
    ];
  return [{ check, state: 'good', finding: 'Clients are identified by their own IP addresses' }];
}

/** Reports a database without products and settings, which the server refuses in production. */
export async function checkContents(db: Db, dataDir: string): Promise<Finding[]> {
  if (!(await isEmptyStore(db))) return [];
  return [
    { check: 'contents', state: 'bad', finding: 'The database contains no shop yet', fix: describeMissingStore(dataDir).fix },
  ];
}

/** Checks that the data folder is writable. */
export async function checkDataDir(dataDir: string): Promise<Finding> {
  const check = 'data folder';
  if (!existsSync(dataDir)) {
    return { check, state: 'bad', finding: `There is no folder ${resolve(dataDir)}`, fix: describeMissingStore(dataDir).fix };
  }
  try {
    for (const folder of [dataDir, mediaFolder(dataDir)].filter(existsSync)) {
      const file = join(folder, `.doctor-${process.pid}`);
      await writeFile(file, 'x', { flag: 'wx' });
      await rm(file);
    }
  } catch (error) {
    const fix = 'Give the user that runs the shop write access, or set DATA_DIR to another folder';
    return { check, state: 'bad', finding: `The shop cannot write to ${resolve(dataDir)} (${reasonOf(error)})`, fix };
  }
  const { bavail, bsize } = await statfs(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  if (bavail * bsize > LOW_DISK_SPACE_BYTES) return { check, state: 'good', finding: `${resolve(dataDir)} is writable` };
  return {
    check,
    state: 'bad',
    finding: `Only ${formatNumber(megabytes)} MB are free on the disk`,
    fix: 'Free some space before orders fail',
  };
}

/** Opens the database and checks its integrity; runs `inspect` on an intact one. */
export async function checkDatabase(
  { dataDir, databaseUrl }: Configuration,
  inspect: (db: Db) => Promise<Finding[]>,
): Promise<Finding[]> {
  const check = 'database';
  if (!databaseUrl && !existsSync(databaseFile(dataDir))) return [{ check, state: 'bad', ...describeMissingStore(dataDir) }];
  const fix = databaseUrl
    ? 'Check that DATABASE_URL is right and the database server is running'
    : 'Restore a backup: store restore FILE';
  let db: Db | undefined;
  try {
    if (databaseUrl && (await isNewPostgres(databaseUrl))) return [{ check, state: 'bad', ...missingPostgresStore }];
    db = await openDatabase(dataDir, databaseUrl);
    const faults = await checkIntegrity(db);
    if (faults.length > 0) return faults.map((finding) => ({ check, state: 'bad', finding, fix }));
    return [{ check, state: 'good', finding: 'The database is intact' }, ...(await inspect(db))];
  } catch (error) {
    if (error instanceof StoreUnavailable) return [{ check, state: 'bad', finding: error.problem, fix: error.fix }];
    return [{ check, state: 'bad', finding: `The database cannot be read (${reasonOf(error)})`, fix }];
  } finally {
    await db?.destroy();
  }
}

/** Checks the support email address, which may have been stored before it was validated. */
export async function checkSupportEmail(db: Db): Promise<Finding[]> {
  const stored = (await readSettings(db)).legal?.support_email;
  if (!stored || isEmail(stored)) return [];
  const finding = `Customers are told to write to "${stored}", which is not an email address`;
  return [
    { check: 'support email', state: 'bad', finding, fix: 'Set it: store theme set legal.support_email=care@shop.example' },
  ];
}

export async function checkOutbox(db: Db): Promise<Finding> {
  const { waiting, dead } = await readOutboxDepth(db);
  if (dead === 0) return { check: 'outbox', state: 'good', finding: `${formatCount(waiting, 'message')} waiting` };
  const fix = 'See why: store outbox --state dead; then retry: store outbox --retry';
  return { check: 'outbox', state: 'note', finding: `${formatCount(dead, 'message')} could not be sent`, fix };
}

async function checkProvider(check: string, { verify }: MessageTransport, fix: string): Promise<Finding> {
  try {
    await verify();
    return { check, state: 'good', finding: 'Connected' };
  } catch (error) {
    return { check, state: 'bad', finding: `It cannot be reached (${reasonOf(error)})`, fix };
  }
}

/** Connects to the mail server and the SMS provider without sending anything. */
export function checkProviders({ mail, sms }: Configuration): Promise<Finding[]> {
  return Promise.all([
    ...(mail
      ? [checkProvider('mail server', createMailTransport(mail), 'Check the host, port, user and password in SMTP_URL')]
      : []),
    ...(sms
      ? [checkProvider('SMS provider', createSmsTransport(sms), 'Check that SMS_URL is right and reachable from this machine')]
      : []),
  ]);
}
