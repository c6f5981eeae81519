import type { Command } from 'commander';
import { type EndedDemo, endDemo } from '#api/services/store/demo-period.ts';
import { isEmptyStore } from '#api/services/store/is-empty.ts';
import { loadDemoPackage } from '#cli/demo/load-demo-package.ts';
import { describeImport } from '#cli/output/describe-import.ts';
import { formatCount, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { openFiles, withStore, withStoreOrCreate } from '#cli/store/open-store.ts';
import { findEncodingQueue } from '#cli/store/picture-source.ts';

export async function createDemo({
  force,
  photos,
  ...flags
}: OutputOptions & { force?: boolean; photos?: boolean }): Promise<void> {
  // Fails before the database is created when the demo shop is not installed.
  await loadDemoPackage();
  const { createDemoStore } = await import('#cli/demo/create-demo-store.ts');
  const summary = await withStoreOrCreate(async (db, dataDir) => {
    if (!force && !(await isEmptyStore(db))) {
      throw new CommandFailed(
        `There is already a shop in ${dataDir}. Use --force to add the demo products and replace its settings.`,
      );
    }
    const shop = photos ? 'photos' : 'drawings';
    return createDemoStore(db, (await openFiles()).pictures, { shop, later: findEncodingQueue(db) });
  });
  print(summary, flags, describeImport);
}

function describeEnd({ ended }: { ended: EndedDemo | null }): string {
  if (!ended) return 'This shop is not a demo: nothing was changed.';
  const { began_at, customers, sessions, messages } = ended;
  return [
    `The demo that began on ${began_at.slice(0, 10)} has ended.`,
    `Deleted: verifications and passwords of ${formatCount(customers, 'customer')}, ${formatCount(sessions, 'session')}, ${formatCount(messages, 'unsent message')}.`,
    'Orders and products are unchanged. Start the shop without DEMO_MODE from now on.',
  ].join('\n');
}

export async function endDemoNow(_: unknown, command: Command): Promise<void> {
  const flags: OutputOptions = command.optsWithGlobals();
  const ended = await withStore((db) => endDemo(db));
  print({ ended: ended ?? null }, flags, describeEnd);
}
