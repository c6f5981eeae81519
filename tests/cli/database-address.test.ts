import { expect, test } from 'vitest';
import { storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';

const unreachable =
  /^Error: The database cannot be read \(.*ECONNREFUSED.*\)\. Check that DATABASE_URL is right and the database server is running\n$/;
const nonsense = /^Error: DATABASE_URL must be a URL such as postgres:.*\n$/;

test.each([
  ['postgres://127.0.0.1:9/shop', unreachable],
  ['postgres://localhost:9/shop', unreachable],
  ['nonsense', nonsense],
  ['mysql://127.0.0.1/shop', nonsense],
  ['postgres://127.0.0.1:99999/shop', nonsense],
])('a command on DATABASE_URL=%s fails with one sentence that says what to fix', async (DATABASE_URL, sentence) => {
  for (const args of [['orders'], ['theme', 'set', 'store_name=Meena Stores']])
    expect(await storeIn({ DATA_DIR: temporaryFolder(), DATABASE_URL }, ...args)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(sentence),
    });
});
