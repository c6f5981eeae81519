import type { StoreCommand } from './store-command.ts';

const configExamples = `
Examples:
  store config init
  store config check
  store config texts data/texts.hi.ts

shop.config.ts is in the data folder, or where SHOP_CONFIG points. docs/extend.md shows what it can have.`;

export function configCommand(program: StoreCommand): void {
  const config = program.add('config', 'Extend the shop by shop.config.ts: payment providers and more', configExamples);
  config
    .add('init', 'Write an empty shop.config.ts, and a tsconfig.json that leads an editor to its types')
    .runs(() => import('#cli/actions/config/init.ts'), 'initConfig');
  config
    .add('check', 'Load shop.config.ts as the shop does, and say what is wrong with it')
    .runs(() => import('#cli/actions/config/check.ts'), 'checkConfig');
  config
    .add(
      'texts',
      'Write every sentence of the shop into a file of words, and say which have none yet and which are no longer used',
    )
    .argument('[FILE]', 'a .ts or .json file, whose words are kept; printed without one')
    .runs(() => import('#cli/actions/config/texts.ts'), 'writeTexts');
}
