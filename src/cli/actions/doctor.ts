import { checkEnvironment, checkProductionSettings, checkProxy, checkTexts } from '#api/environment/check-settings.ts';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { findIneffectiveSettings, findRemovedSettings } from '#api/environment/ineffective-settings.ts';
import { findConfigFile } from '#api/extend/find-config-file.mjs';
import { tryShopConfig } from '#api/extend/load-shop-config.ts';
import { checkDataDir } from '#api/services/health/data-folder.ts';
import type { Finding } from '#api/services/health/finding.ts';
import { checkCodeText, checkProviders } from '#api/services/health/outbox-and-providers.ts';
import { checkProducts } from '#api/services/health/products.ts';
import { checkRecords } from '#api/services/health/run-checks.ts';
import { checkPictures, checkStorage } from '#api/services/health/storage.ts';
import { openStoreFiles } from '#api/services/storage/open-store-files.ts';
import { checkContents, checkDatabase } from '#cli/doctor/database.ts';
import { checkDemo } from '#cli/doctor/demo.ts';
import { dim, formatCount, green, type OutputOptions, print, red, yellow } from '#cli/output/print.ts';
import { commandContext } from '#cli/process/command.ts';

export async function runChecks(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { shopConfig, problem } = await tryShopConfig(env);
  const { configuration, problems } = inspectConfiguration(env, shopConfig);
  if (problem !== undefined) problems.push(problem);
  const { dataDir, media } = configuration;
  const files = await openStoreFiles(dataDir, media.s3);
  const folder = await checkDataDir(dataDir);
  const shopFindings = await checkDatabase(configuration, async (db) => [
    ...(await checkContents(db, dataDir)),
    ...(await checkProducts(db)),
    ...(await checkPictures(db, media, files)),
    ...(await checkRecords(db, configuration, () => checkDemo(db, configuration))),
  ]);
  return [
    ...checkEnvironment([...problems, ...findIneffectiveSettings(env, shopConfig), ...findRemovedSettings(env)]),
    ...checkTexts(findConfigFile(env), shopConfig),
    ...checkProductionSettings(configuration, env['PUBLIC_SITE_URL']),
    ...checkProxy(configuration, env['HOST']),
    ...checkCodeText(configuration),
    folder,
    ...(await checkStorage(media, files)),
    ...shopFindings,
    ...(problems.length === 0 ? await checkProviders(configuration) : []),
  ];
}

const marks = { good: () => green('✓'), note: () => yellow('!'), bad: () => red('✗') };

/** Formats findings as lines with marks, and counts the problems. */
export function describeFindings(findings: readonly Finding[]): string {
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
  print({ success, findings }, flags, () => describeFindings(findings));
  if (!success) commandContext().exitCode = 1;
}
