import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { hashPassword } from '#api/services/auth/password-hashing.ts';
import { openStore, type Store } from '#api/store.ts';
import { forgotPasswordCall, loginCall, loginOtpCall, registerCall } from '#lib/contract/auth.ts';
import type { Call } from '#lib/contract/call.ts';

/** How often each call is made for an account that exists, and as often for one that does not. */
const TRIES = 200;
const WARM_UP = 10;
const KNOWN = { email: 'asha@example.com', phone: '9876543210' };

let next = 6_000_000_000;

interface Person {
  email: string;
  phone: string;
}

const newPerson = (): Person => {
  const phone = String(next++);
  return { email: `p${phone}@example.com`, phone };
};

const signUp = ({ email, phone }: Person) => ({
  ...{ firstname: 'Asha', lastname: 'Rao', email, phone_number: phone },
  ...{ password: 'open-sesame!', terms: true },
});

/** The calls that must not tell whether somebody has an account, and what is sent in somebody's name. */
const questions: { call: Call; body: (person: Person) => object }[] = [
  { call: loginCall, body: ({ email }) => ({ email, password: 'not-the-one!' }) },
  { call: forgotPasswordCall, body: ({ email }) => ({ email }) },
  { call: loginOtpCall, body: ({ phone }) => ({ mobile: phone }) },
  { call: registerCall, body: signUp },
];

/** Asks once; returns how many milliseconds the answer took. Tries are not counted, or none could be made after the first few. */
async function ask(store: Store, call: Call, body: object): Promise<number> {
  await write(store.db, (tx) => tx.deleteFrom('rate_limit').execute());
  const request = new Request(`http://store.bench/api${call.path}`, {
    method: call.method,
    headers: { 'x-app-key': 'bench', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const begun = performance.now();
  await (await store.fetch(request)).text();
  return performance.now() - begun;
}

const p50 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function measure(store: Store, { call, body }: (typeof questions)[number]): Promise<void> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = -WARM_UP; i < TRIES; i++) {
    const times = [await ask(store, call, body(KNOWN)), await ask(store, call, body(newPerson()))] as const;
    if (i < 0) continue;
    known.push(times[0]);
    unknown.push(times[1]);
  }
  const [a, b] = [p50(known), p50(unknown)];
  console.log(
    `${call.name.padEnd(16)} known ${a.toFixed(1).padStart(6)} ms  unknown ${b.toFixed(1).padStart(6)} ms  apart ${Math.abs(a - b).toFixed(1)} ms`,
  );
}

async function addCustomer(store: Store): Promise<void> {
  const password_hash = await hashPassword('open-sesame!');
  await write(store.db, async (tx) => {
    const { id } = await findOrCreateCustomer(tx, KNOWN.phone);
    await setCustomerDetails(tx, id, { firstname: 'Asha', lastname: 'Rao', email: KNOWN.email }, '');
    const proven = { password_hash, email_verified_at: new Date().toISOString() };
    await tx.updateTable('customer').set(proven).where('id', '=', id).execute();
  });
}

/** Prints how long answers take for somebody who has an account and for somebody who has none: they must not differ by what can be told. */
export async function benchAccounts(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-bench-'));
  const store = await openStore({
    dataDir,
    applicationKey: 'bench',
    demoMode: false,
    log: pino({ level: 'silent' }),
    siteUrl: 'https://shop.example',
    // Neither answers: what is sent stays in the outbox, which is all that the calls themselves wait for.
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'Shop <shop@example.com>' },
    sms: { url: 'http://127.0.0.1:9/', authKey: 'key', templates: { otp: 'template' } },
  });
  try {
    await addCustomer(store);
    for (const question of questions) await measure(store, question);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
