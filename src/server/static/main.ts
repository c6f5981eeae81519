import { loadEnvFile } from '#api/env-file.mjs';
import { readShopConfig } from '#api/extend/load-shop-config.ts';
import { toAnalyticsEnvironment } from '#lib/rules/analytics/settings.ts';
import { formatNumber } from '#lib/rules/text.ts';
import { openBuild } from '#server/build.ts';
import { explainStartFailure } from '#server/process/explain-start-failure.ts';
import { buildSite } from './build-site.ts';
import { lockSite } from './site-lock.ts';
import { readStaticSettings, type StaticSiteSettings, usage } from './static-settings.ts';
import { watchCatalogue } from './watch-catalogue.ts';

const print = (line: string): void => console.log(line);
async function buildOnce(settings: StaticSiteSettings, buildFolder: string): Promise<number | undefined> {
  const startedAt = performance.now();
  const { files, rendered, removed, revision } = await buildSite({ ...settings, buildFolder, print });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  print(
    `${settings.outDir} has ${formatNumber(files)} pages: ${formatNumber(rendered)} rendered, ${formatNumber(removed)} removed, in ${seconds} s.`,
  );
  return revision;
}

async function run(): Promise<void> {
  loadEnvFile();
  const { analytics } = await readShopConfig(process.env);
  Object.assign(process.env, toAnalyticsEnvironment(analytics));
  const settings = readStaticSettings(process.argv.slice(2), process.env);
  if (!settings) return print(usage);
  const unlock = lockSite(settings.outDir);
  process.once('exit', unlock);
  const env = { ...process.env, STATIC_SITE: '1' };
  const buildFolder = await openBuild(print, { env });
  const built = await buildOnce(settings, buildFolder);
  const build = () => buildOnce({ ...settings, full: false }, buildFolder);
  if (settings.watch) await watchCatalogue({ store: settings, built, build, print });
}

try {
  await run();
} catch (error) {
  console.error(explainStartFailure(error).replace('The shop cannot start', 'The site cannot be built'));
  if (process.env['DEBUG'] && error instanceof Error) console.error(error.stack);
  process.exitCode = 1;
}
