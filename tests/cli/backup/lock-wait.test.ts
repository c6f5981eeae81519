import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { emptyShop, spawnStore } from '#tests/support/cli/run-command.ts';
import { addProduct } from '#tests/support/store/products.ts';

test('a command that times out on the database names the command that holds it', async () => {
  const { db, dataDir } = await emptyShop();
  await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
  await write(db, async () => {
    expect(await spawnStore(dataDir, 'stock', 'lamp', '3')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another program is writing'),
    });
    writeFileSync(join(dataDir, `command-${process.pid}`), 'move');
    const { code, err } = await spawnStore(dataDir, 'stock', 'lamp', '3');
    expect([code, err]).toEqual([
      1,
      `Error: The command "move" (process ${process.pid}) is writing to the database. Try again when it has finished.\n`,
    ]);
  });
});
