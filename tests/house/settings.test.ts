import { expect, test } from 'vitest';
import { messageTransports } from '#api/services/messages/transports.ts';
import { paymentProviders } from '#api/services/payments/providers.ts';
import { listSourceFiles, readProjectFile } from './imports.ts';

/** Variables of Node, of the tests and between programs of a build, and overrides of provider URLs, which are not settings. */
const notSettings = new Set([
  'NODE_ENV',
  'DEBUG',
  'CAPTCHA_URL',
  'ANALYTICS_GA4_URL',
  'ANALYTICS_META_PIXEL_URL',
  'SHUTDOWN_LINGER_MS',
  'STATIC_SITE',
  'SHOP_WORKER',
  'DEMO_LINK_TOKEN',
]);

/** Accesses by name, and names passed to `readPort`. */
const patterns = [/\benv(?:\[')([A-Z][A-Z0-9_]+)'\]/g, /\benv\.([A-Z][A-Z0-9_]+)/g, /readPort\(env, '([A-Z_]+)'/g];

function readSettings(): string[] {
  const files = [
    ...listSourceFiles('src'),
    'src/server/start.mjs',
    'src/api/env-file.mjs',
    'src/api/extend/find-config-file.mjs',
    'astro.config.mjs',
  ];
  const names = files.flatMap((file) =>
    patterns.flatMap((pattern) => [...readProjectFile(file).matchAll(pattern)].map((match) => match[1] as string)),
  );
  const modules = [...messageTransports, ...paymentProviders];
  const ofModules = modules.flatMap(({ settings }) => settings.map(({ name }) => name));
  return [...new Set([...names, ...ofModules])].filter((name) => !notSettings.has(name) && !/^(?:SSR|DEV|PROD)$/.test(name));
}

/** Names in the first column of the tables of docs/settings.md. */
function documentedSettings(): string[] {
  const rows = readProjectFile('docs/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] as string),
  );
}

test('docs/settings.md lists exactly the settings that the code reads', () => {
  expect(documentedSettings()).toContain('DATA_DIR');
  expect(documentedSettings().sort()).toEqual(readSettings().sort());
});
