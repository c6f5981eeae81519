import pg from 'pg';
import { expect, test } from 'vitest';
import { isLockTimeout } from '#api/database/errors/engine-errors.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

test('a timeout of the connection pool counts as a lock timeout', async () => {
  const pool = new pg.Pool({ connectionString: postgresUrl, max: 1, connectionTimeoutMillis: 2000 });
  const held = await pool.connect();
  try {
    await expect(pool.connect()).rejects.toSatisfy(isLockTimeout);
  } finally {
    held.release();
    await pool.end();
  }
});
