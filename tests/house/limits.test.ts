import { expect, test } from 'vitest';
import { rateLimits } from '#api/services/limits/rate-limit-rules.ts';
import { limitDefinitions } from '#api/services/limits/store-limit-defaults.ts';
import { readProjectFile } from './imports.ts';

/** Files whose exported numbers are limits. */
const files = [
  'src/lib/contract/limits.ts',
  'src/lib/contract/field-lengths.ts',
  'src/lib/contract/lifetimes.ts',
  'src/lib/site/timings.ts',
  'src/lib/site/ui-thresholds.ts',
  'src/api/services/retention.ts',
];

/** `name | value` of each limit in the code. */
async function readLimits(): Promise<string[]> {
  const constants = await Promise.all(
    files.map(async (file) =>
      Object.entries((await import(`../../${file}`)) as object).flatMap(([name, value]) =>
        typeof value === 'number' ? `${name} | ${value}` : [],
      ),
    ),
  );
  const ofStore = Object.entries(limitDefinitions).map(
    ([name, { unit, fallback }]) => `${name} | ${unit === 'paise' ? Number(fallback) / 100 : fallback}`,
  );
  const ofRates = Object.entries(rateLimits).flatMap(([name, rules]) =>
    rules.map(([by, attempts, seconds]) => `${name} | ${attempts} by ${by} in ${seconds} s`),
  );
  return [...constants.flat(), ...ofStore, ...ofRates];
}

const documented = (): string[] =>
  [...readProjectFile('docs/limits.md').matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)].map(([, name, value]) => `${name} | ${value}`);

test('docs/limits.md lists every limit with the value in the code', async () => {
  expect(documented().sort()).toEqual((await readLimits()).sort());
});
