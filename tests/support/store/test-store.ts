import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, inject } from 'vitest';
import * as z from 'zod/mini';
import type { Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { openStore, type Store, type StoreOptions } from '#api/embedded-store.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { type Connection, type Refused, type RequestOptions, request } from '#lib/client/request.ts';
import { type Call, type ReplyOf, refusalReply } from '#lib/contract/calls/define-call.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { createStoreDatabase } from '#tests/support/postgres/database.ts';
import { type MessageSettings, toTransports } from '#tests/support/providers/message-settings.ts';
import { copyTemplate } from './database-template.ts';
import { hashFast } from './fast-hashing.ts';
import { noCheckoutLimits } from './no-checkout-limits.ts';
import { type AddedProduct, addProduct, type NewProduct } from './products.ts';

/** Address of the PostgreSQL server of this test run; undefined on SQLite. */
export const postgresUrl = inject('postgresUrl');

/** A real store with its own folder, called without a network port. */
export interface TestShop {
  store: Store;
  dataDir: string;
  /** Its PostgreSQL database; undefined on SQLite. */
  databaseUrl: string | undefined;
  connection: Connection;
  /** Makes a call as the site does and checks the answer against the contract. */
  call: <C extends Call>(call: C, options?: RequestOptions<C>) => Promise<ReplyOf<C> | Refused>;
  /** Like `call`, and throws unless it succeeds. */
  succeed: <C extends Call>(call: C, options?: RequestOptions<C>) => Promise<ReplyOf<C>>;
  /** Like `call`, and throws unless it is refused. */
  fail: <C extends Call>(call: C, options?: RequestOptions<C>) => Promise<Refused>;
  /** Sends an arbitrary request. */
  raw: (path: string, init?: RequestInit) => Promise<Response>;
  change: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  add: (product: NewProduct) => Promise<AddedProduct>;
  close: () => Promise<void>;
}

hashFast();

const base = 'http://store.test/api';
const applicationKey = 'test-key';

/** Settings of a store under test. */
export type ShopOptions = Partial<StoreOptions> & MessageSettings;

/** Opens an empty store on the engine under test, without checkout limits. */
export async function openShop({ mail, sms, ...options }: ShopOptions = {}): Promise<TestShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'));
  const database = postgresUrl ? await createStoreDatabase(postgresUrl, inject('postgresSocketFolder')) : undefined;
  if (!database) copyTemplate(dataDir);
  const log = pino({ level: process.env['LOG_LEVEL'] || 'silent' });
  const databaseUrl = database?.url;
  const messages = toTransports({ mail, sms });
  const store = await openStore({ dataDir, databaseUrl, applicationKey, demoMode: true, log, messages, ...options });
  await write(store.db, (tx) => setLimits(tx, noCheckoutLimits));
  return shopOf(store, { dataDir, databaseUrl }, async () => {
    await store.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

/**
 * Opens the store of a test shop again, as another process or a restart with other settings would; closing it leaves the first open.
 */
export async function openAgain(
  { dataDir, databaseUrl }: Pick<TestShop, 'dataDir' | 'databaseUrl'>,
  { mail, sms, ...options }: ShopOptions,
): Promise<TestShop> {
  const messages = toTransports({ mail, sms });
  const log = pino({ level: process.env['LOG_LEVEL'] || 'silent' });
  const store = await openStore({ dataDir, databaseUrl, applicationKey, log, messages, ...options });
  return shopOf(store, { dataDir, databaseUrl }, store.close);
}

function shopOf(store: Store, where: Pick<TestShop, 'dataDir' | 'databaseUrl'>, close: TestShop['close']): TestShop {
  const connection: Connection = { base, applicationKey, send: (request) => holdAgainstContract(request, store) };

  const call: TestShop['call'] = async <C extends Call>(contract: C, options?: RequestOptions<C>) => {
    const outcome: ReplyOf<C> | Refused | null = await request(connection, contract, options);
    if (!outcome) throw new Error(`${contract.name} was cancelled`);
    if (!isRefused(outcome)) z.parse(contract.reply, outcome);
    return outcome;
  };
  const succeed: TestShop['succeed'] = async (contract, options) => {
    const outcome = await call(contract, options);
    if (isRefused(outcome)) throw new Error(`${contract.name} was refused: ${JSON.stringify(outcome)}`);
    return outcome;
  };
  const fail: TestShop['fail'] = async (contract, options) => {
    const outcome = await call(contract, options);
    if (!isRefused(outcome)) throw new Error(`${contract.name} was not refused: ${JSON.stringify(outcome)}`);
    return outcome;
  };

  return {
    store,
    ...where,
    connection,
    call,
    succeed,
    fail,
    raw: (path, init = {}) =>
      store.fetch(new Request(base + path, { ...init, headers: { 'x-app-key': applicationKey, ...init.headers } })),
    change: (work) => write(store.db, work),
    add: (product) => write(store.db, (tx) => addProduct(tx, product)),
    close,
  };
}

const isRefused = (outcome: unknown): outcome is Refused =>
  typeof outcome === 'object' && outcome !== null && 'success' in outcome && outcome.success === false;

/** Checks that every answer is JSON with no-store, and every refusal has the envelope. */
async function holdAgainstContract(request: Request, store: Store): Promise<Response> {
  const response = await store.fetch(request);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const reply: unknown = await response.clone().json();
  if (!response.ok) z.parse(z.strictObject(refusalReply.def.shape), reply);
  return response;
}

/** Signs in by one-time code, as the checkout does; returns the token. */
export async function signIn(shop: TestShop, mobile: string): Promise<string> {
  const sent = await shop.succeed(otpSendCall, { body: { mobile } });
  const { data } = await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp: sent.data.otp ?? '' } });
  return data.token ?? '';
}

/** Creates a customer with a name; returns the token. */
export async function signUp(shop: TestShop, mobile: string): Promise<string> {
  const token = await signIn(shop, mobile);
  const body = { firstname: 'Asha', lastname: 'Rao', email: `${mobile}@example.com` };
  await shop.succeed(updateUserDetailsCall, { token, body });
  return token;
}
