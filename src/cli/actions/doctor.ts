import { findIneffectiveSettings, inspectConfiguration } from '#api/configuration.ts';
import { checkMessageBudgets } from '#cli/doctor/budgets.ts';
import {
  checkContents,
  checkDatabase,
  checkDataDir,
  checkEnvironment,
  checkOutbox,
  checkPictures,
  checkProductionSettings,
  checkProviders,
  checkProxy,
  checkSupportEmail,
  type Finding,
} from '#cli/doctor/checks.ts';
import { checkDemo } from '#cli/doctor/demo.ts';
import { dim, formatCount, green, type OutputOptions, print, red, yellow } from '#cli/output/print.ts';
import { commandContext } from '#cli/process/context.ts';

/** Runs every check on the shop that the environment variables configure. */
export async function runChecks(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { configuration, problems } = inspectConfiguration(env);
  const { dataDir } = configuration;
  const folder = await checkDataDir(dataDir);
  const shopFindings = await checkDatabase(configuration, async (db) => [
    ...(await checkContents(db, dataDir)),
    await checkPictures(db, dataDir),
    ...(await checkSupportEmail(db)),
    await checkOutbox(db),
    ...(await checkDemo(db, configuration)),
    ...(await checkMessageBudgets(db)),
  ]);
  return [
    ...checkEnvironment([...problems, ...findIneffectiveSettings(env)]),
    ...checkProductionSettings(configuration, env['PUBLIC_SITE_URL']),
    ...checkProxy(configuration, env['HOST']),
    folder,
    ...shopFindings,
    ...(problems.length === 0 ? await checkProviders(configuration) : []),
  ];
}

const marks = { good: () => green('✓'), note: () => yellow('!'), bad: () => red('✗') };

function describe(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, finding, fix }) => [
    `${marks[state]()} ${check}: ${finding}`,
    ...(fix ? [`  ${dim(fix)}`] : []),
  ]);
  const toFix = findings.filter(({ state }) => state === 'bad').length;
  return [...lines, '', toFix === 0 ? green('No problems found.') : red(`${formatCount(toFix, 'problem')} to fix.`)].join('\n');
}

export async function diagnose(flags: OutputOptions): Promise<void> {
  const findings = await runChecks(commandContext().env);
  const success = findings.every(({ state }) => state !== 'bad');
  print({ success, findings }, flags, () => describe(findings));
  if (!success) commandContext().exitCode = 1;
}
