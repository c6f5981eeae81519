import { readMedia } from '#api/environment/media.ts';
import { openStoreFiles, type StoreFiles } from '#api/services/storage/open-store-files.ts';
import { commandContext } from '#cli/process/command-context.ts';
import { CommandFailed } from '#cli/process/command-errors.ts';
import { resolveDataDir } from './open-store.ts';

/** Opens the shop's storage as MEDIA_URL says. Throws `CommandFailed` when the setting is malformed. */
export async function openFiles(): Promise<StoreFiles> {
  const problems: string[] = [];
  const { s3 } = readMedia(commandContext().env, problems);
  if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
  return openStoreFiles(resolveDataDir(), s3);
}
