import type { Command } from 'commander';
import { idleSettings, inspectConfiguration } from '#api/configuration.ts';
import { checkBudgets } from './doctor-budgets.ts';
import {
  checkContents,
  checkDatabase,
  checkFolder,
  checkOutbox,
  checkPictures,
  checkProviders,
  checkProxy,
  checkSelling,
  checkSettings,
  checkStoreEmail,
  type Finding,
} from './doctor-checks.ts';
import { checkDemo } from './doctor-demo.ts';
import { bad, counted, faint, good, type OutputOptions, print, warning } from './output.ts';

const examples = `
Ends with 0 when nothing must be mended, and with 1 when something must. It changes nothing and sends nothing; run it with the
same settings as the shop.`;

/** Every check of the shop that the environment names. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { configuration, problems } = inspectConfiguration(env);
  const { dataDir } = configuration;
  const folder = await checkFolder(dataDir);
  const inShop = await checkDatabase(configuration, async (db) => [
    ...(await checkContents(db, dataDir)),
    await checkPictures(db, dataDir),
    ...(await checkStoreEmail(db)),
    await checkOutbox(db),
    ...(await checkDemo(db, configuration)),
    ...(await checkBudgets(db)),
  ]);
  return [
    ...checkSettings([...problems, ...idleSettings(env)]),
    ...checkSelling(configuration, env['PUBLIC_SITE_URL']),
    ...checkProxy(configuration, env['HOST']),
    folder,
    ...inShop,
    ...(problems.length === 0 ? await checkProviders(configuration) : []),
  ];
}

const marks = { good: good('✓'), note: warning('!'), bad: bad('✗') };

function describe(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, finding, mend }) => [
    `${marks[state]} ${check}: ${finding}`,
    ...(mend ? [`  ${faint(mend)}`] : []),
  ]);
  const toMend = findings.filter(({ state }) => state === 'bad').length;
  return [...lines, '', toMend === 0 ? good('Nothing must be mended.') : bad(`${counted(toMend, 'thing')} to mend.`)].join('\n');
}

async function run(flags: OutputOptions): Promise<void> {
  const findings = await examine(process.env);
  const success = findings.every(({ state }) => state !== 'bad');
  print({ success, findings }, flags, () => describe(findings));
  if (!success) process.exitCode = 1;
}

/** `store doctor`: is all well with the shop, and what must be mended. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, database, pictures and mail, and say what to mend')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(run);
}
