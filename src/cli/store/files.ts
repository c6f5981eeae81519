import { openStoreFiles, type StoreFiles } from '#api/services/storage/store-files.ts';
import { readMedia } from '#api/settings/media.ts';
import { commandContext } from '#cli/process/context.ts';
import { CommandFailed } from '#cli/process/errors.ts';
import { resolveDataDir } from './open.ts';

/** Opens the shop's storage as MEDIA_URL says. Throws `CommandFailed` when the setting is malformed. */
export async function openFiles(): Promise<StoreFiles> {
  const problems: string[] = [];
  const { s3 } = readMedia(commandContext().env, problems);
  if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
  return openStoreFiles(resolveDataDir(), s3);
}
