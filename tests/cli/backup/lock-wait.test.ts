import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { emptyShop, spawnStore } from '#tests/support/cli/run-command.ts';
import { addProduct } from '#tests/support/store/products.ts';

/** Runs a command on a shop that this process writes to, until the command gives up. */
async function commandOf(prepare: (dataDir: string) => void) {
  const { db, dataDir } = await emptyShop();
  await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
  prepare(dataDir);
  return write(db, () => spawnStore(dataDir, 'stock', 'lamp', '3'));
}

test('a command that times out on the database names the command that holds it', async () => {
  // At once: a command waits long for the database.
  const [unknown, known] = await Promise.all([
    commandOf(() => undefined),
    commandOf((dataDir) => writeFileSync(join(dataDir, `command-${process.pid}`), 'move')),
  ]);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Another program is writing') });
  expect([known.code, known.err]).toEqual([
    1,
    `Error: The command "move" (process ${process.pid}) is writing to the database. Try again when it has finished.\n`,
  ]);
}, 180_000);
