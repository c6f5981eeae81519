import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ImportThis } from '#tests/support/store/import-process.ts';
import { programPath } from '#tests/support/store/programs.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

/**
 * Runs an import in its own process and kills it in the middle of a stage. Without a file the process takes the last import back.
 */
export async function killedAt(shop: TestShop, haltAt: ImportThis['haltAt'], file?: string): Promise<void> {
  const { dataDir, databaseUrl } = shop;
  const child = fork(await programPath('import'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send({ dataDir, databaseUrl, ...(file !== undefined && { file }), haltAt } satisfies ImportThis);
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
