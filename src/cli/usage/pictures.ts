import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store pictures show
  store pictures retry                     Fetches missing pictures from their addresses
  store pictures retry --pictures ./photos  Takes them from a folder`;

export function picturesCommand(program: Command): void {
  const pictures = program
    .command('pictures')
    .description('Pictures that are still being made, and those that imports had to leave out')
    .addHelpText('after', examples);
  pictures
    .command('show')
    .description('Show how many pictures are still being made, and which ones are missing')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/pictures.ts')).showPictures));
  pictures
    .command('retry')
    .description('Try the missing pictures again')
    .option('--pictures <folder>', 'take them from this folder instead of their addresses')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/pictures.ts')).retryPictures));
}
