import { refuseField } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/** How many of the commonest passwords are refused. */
const COMMON_PASSWORDS = 10_000;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list with the first new password, because a process that only sells has no use for it. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // In order of frequency, lower case.
  return new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS));
}

/** Signs that people write for letters. */
const lookAlikes: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '0': 'o', '1': 'i', '3': 'e' };

const NOT_WORD = /[^\p{L}\p{N}]+/gu;
const AROUND_WORD = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const COUNTING_SUFFIX = /1(?:2(?:3(?:4(?:56?)?)?)?)?$/;

/**
 * What a password is when the additions are removed that guessing programs try first: signs around or between, because the rules demand one,
 * "1" to "123456" at the end, and signs for letters. Lower case.
 */
function* listPlainForms(password: string): Generator<string> {
  const lower = password.normalize('NFKC').toLowerCase();
  for (const text of [lower, lower.replace(AROUND_WORD, '')]) {
    yield text;
    yield text.replace(/[@$!013]/g, (sign) => lookAlikes[sign] ?? sign);
  }
  const word = lower.replace(NOT_WORD, '');
  yield word;
  yield word.replace(COUNTING_SUFFIX, '');
}

/**
 * Whether a password is among the 10,000 commonest, whatever its case and with the usual additions, such as "Password!", "p@ssw0rd#" and
 * "Welcome@123".
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  const common = await commonPasswords;
  return listPlainForms(password).some((form) => common.has(form));
}

/** Throws a `Refusal` (422) when a new password is a common one. `field` is its name in the call. */
export async function refuseCommonPassword(field: 'password' | 'new_password', password: string): Promise<void> {
  if (await isCommonPassword(password)) throw refuseField(field, failure.passwordCommon);
}
