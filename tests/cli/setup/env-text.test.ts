import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { setEnvVariables } from '#cli/setup/edit-env-text.ts';

test('known lines are replaced, others kept in their order, new ones appended', () => {
  const before = '# my notes\nPORT=4000\nMAIL_FROM="Old <old@shop.example>"  # sender\n\nexport MY_OWN=1';
  expect(setEnvVariables(before, { MAIL_FROM: 'Meena <orders@shop.example>', DATA_DIR: '/srv/data' })).toBe(
    "# my notes\nPORT=4000\nMAIL_FROM='Meena <orders@shop.example>'\n\nexport MY_OWN=1\nDATA_DIR=/srv/data\n",
  );
});

test.each(['plain', 'two words', 'a#b', "it's", 'say "hi"', `both ' and "`, '\\n', '$HOME', 'ends=', 'क', ' padded '])(
  'the value %j is read back as it was',
  (value) => {
    expect(parseEnv(setEnvVariables('A=1\n', { A: value, B: value }))).toEqual({ A: value, B: value });
  },
);

test('values that the format cannot hold and files with values of several lines are refused', () => {
  expect(() => setEnvVariables('', { A: `'"\`` })).toThrow('A contains characters that the env file cannot hold');
  expect(() => setEnvVariables('', { A: 'a\nb' })).toThrow('A contains characters');
  expect(() => setEnvVariables('KEY="one\nPORT=two"\n', { PORT: '1' })).toThrow(/edit it by hand$/);
});
