import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '#api/services/auth/password-hashing.ts';
import { hashFast, hashSafely } from '#tests/support/store/fast-hashing.ts';

beforeAll(hashSafely);
afterAll(hashFast);

test('a new hash is argon2id with 19 MiB, two passes and one lane', async () => {
  const stored = await hashPassword('open-sesame!');
  const [, salt = '', hash] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})\$([\w+/]{43})$/.exec(stored) ?? [];
  const parameters = { nonce: Buffer.from(salt, 'base64'), memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const expected = argon2Sync('argon2id', { message: 'open-sesame!', ...parameters });
  expect(hash).toBe(expected.toString('base64').replaceAll('=', ''));
});

test('a password matches only its own hash, and equal passwords have different hashes', async () => {
  const [first, second] = [await hashPassword('open-sesame!'), await hashPassword('open-sesame!')];
  expect(first).not.toBe(second);
  expect(await verifyPassword('open-sesame!', first)).toBe(true);
  expect(await verifyPassword('open-sesame?', first)).toBe(false);
});

test('a password matches in every Unicode normalisation form', async () => {
  const encoded = await hashPassword('caf\u00e9 au lait!');
  expect(await verifyPassword('cafe\u0301 au lait!', encoded)).toBe(true);
});

test('a hash is verified with the parameters it was made with', async () => {
  // argon2id of "password" with 1 MiB, 3 passes and 2 lanes.
  const older = '$argon2id$v=19$m=1024,t=3,p=2$c2FsdHNhbHRzYWx0c2FsdA$';
  const hash = argon2Sync('argon2id', {
    message: 'password',
    nonce: Buffer.from('saltsaltsaltsalt'),
    memory: 1024,
    passes: 3,
    parallelism: 2,
    tagLength: 32,
  });
  expect(await verifyPassword('password', older + hash.toString('base64').replaceAll('=', ''))).toBe(true);
});

test('a missing hash matches no password', async () => {
  expect(await verifyPassword('', undefined)).toBe(false);
  expect(await verifyPassword('anything', null)).toBe(false);
});

test('when too many passwords are queued, those that would wait too long are refused and the others are verified', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword('x', null)));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(18);
  for (const outcome of refused) {
    expect(outcome).toMatchObject({ reason: { status: 429, retryAfter: expect.any(Number) } });
  }
  expect(await verifyPassword('x', null)).toBe(false);
});
