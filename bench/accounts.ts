import { write } from '#api/database/transaction.ts';
import type { Store } from '#api/embedded-store.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { hashPassword } from '#api/services/auth/password-hashing.ts';
import { median } from '#bench/measure/statistics.ts';
import { callStore, withStore } from '#bench/measure/store.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { forgotPasswordCall } from '#lib/contract/password-reset.ts';
import { loginCall, loginOtpCall } from '#lib/contract/sign-in.ts';
import { registerCall } from '#lib/contract/sign-up.ts';

/** Calls of each kind for an existing account, and the same number for unknown ones. */
const ROUNDS = 200;
const WARM_UP = 10;
const KNOWN_CUSTOMER = { email: 'asha@example.com', phone: '9876543210' };

let nextPhone = 6_000_000_000;

interface Person {
  email: string;
  phone: string;
}

const newPerson = (): Person => {
  const phone = String(nextPhone++);
  return { email: `p${phone}@example.com`, phone };
};

const signUp = ({ email, phone }: Person) => ({
  ...{ firstname: 'Asha', lastname: 'Rao', email, phone_number: phone },
  ...{ password: 'open-sesame!', terms: true },
});

/** Calls that must not reveal whether an account exists, with their bodies. */
const measuredCalls: { call: Call; body: (person: Person) => object }[] = [
  { call: loginCall, body: ({ email }) => ({ email, password: 'not-the-one!' }) },
  { call: forgotPasswordCall, body: ({ email }) => ({ email }) },
  { call: loginOtpCall, body: ({ phone }) => ({ mobile: phone }) },
  { call: registerCall, body: signUp },
];

/** Makes a call once; returns its duration in milliseconds. Resets the rate limits first. */
async function timeCall(store: Store, call: Call, body: object): Promise<number> {
  await write(store.db, (tx) => tx.deleteFrom('rate_limit').execute());
  const startedAt = performance.now();
  await (await callStore(store, { ...call, body })).text();
  return performance.now() - startedAt;
}

async function measure(store: Store, { call, body }: (typeof measuredCalls)[number]): Promise<void> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = -WARM_UP; i < ROUNDS; i++) {
    const times = [await timeCall(store, call, body(KNOWN_CUSTOMER)), await timeCall(store, call, body(newPerson()))] as const;
    if (i < 0) continue;
    known.push(times[0]);
    unknown.push(times[1]);
  }
  const [knownMs, unknownMs] = [median(known), median(unknown)];
  console.log(
    `${call.name.padEnd(16)} known ${knownMs.toFixed(1).padStart(6)} ms  unknown ${unknownMs.toFixed(1).padStart(6)} ms  difference ${Math.abs(knownMs - unknownMs).toFixed(1)} ms`,
  );
}

async function addCustomer(store: Store): Promise<void> {
  const password_hash = await hashPassword('open-sesame!');
  await write(store.db, async (tx) => {
    const { id } = await findOrCreateCustomer(tx, KNOWN_CUSTOMER.phone);
    await setCustomerDetails(tx, id, { firstname: 'Asha', lastname: 'Rao', email: KNOWN_CUSTOMER.email }, '');
    const verified = { password_hash, email_verified_at: new Date().toISOString() };
    await tx.updateTable('customer').set(verified).where('id', '=', id).execute();
  });
}

/** Prints the median response time with and without an account. A measurable difference would reveal accounts. */
export async function benchAccounts(): Promise<void> {
  const options = {
    demoMode: false,
    siteUrl: 'https://shop.example',
    // Neither provider responds: messages stay in the outbox, and the calls do not wait for them.
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'Shop <shop@example.com>' },
    sms: { url: 'http://127.0.0.1:9/', authKey: 'key', templates: { otp: 'template' } },
  };
  await withStore(options, async (store) => {
    await addCustomer(store);
    for (const measuredCall of measuredCalls) await measure(store, measuredCall);
  });
}
