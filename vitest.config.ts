import { availableParallelism, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { memoryFolder } from './tests/support/memory-folder.ts';

/** More workers than cores: tests wait for timers, processes and the network half of the time. */
const maxWorkers = 2 * Math.max(2, availableParallelism());

/** Programs that the tests start load faster with the code that the last run compiled. */
const compiled = fileURLToPath(new URL('node_modules/.cache/test-compile', import.meta.url));

/** What all projects share. Time limits are for a hung test: a busy machine may take many times as long as an idle one. */
const shared = {
  environment: 'node',
  testTimeout: 180_000,
  hookTimeout: 180_000,
  maxWorkers,
  expect: { poll: { timeout: 30_000 } },
  // No test reads the settings of a shop that runs from this folder.
  env: { NODE_COMPILE_CACHE: compiled, ENV_FILE: '/dev/null' },
} satisfies TestProjectInlineConfiguration['test'];

/** As `shared`, for files that run several to a worker, which then loads the store once. */
const sharedWorker = {
  ...shared,
  isolate: false,
  env: { ...shared.env, TMPDIR: memoryFolder() ?? tmpdir() },
} satisfies TestProjectInlineConfiguration['test'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...sharedWorker,
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['tests/{lib,cli,house,server}/**/*.test.ts', 'demo/tests/**/*.test.ts'],
          exclude: ['tests/cli/backup/move.test.ts'],
          globalSetup: ['tests/support/store/database-template.ts'],
        },
      },
      // The store's tests run twice, once on each engine; `--project sqlite` runs them on one.
      {
        test: {
          ...sharedWorker,
          name: 'sqlite',
          sequence: { groupOrder: 0 },
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/database/postgres/**'],
          globalSetup: ['tests/support/store/database-template.ts'],
        },
      },
      {
        test: {
          ...sharedWorker,
          name: 'postgres',
          sequence: { groupOrder: 0 },
          include: ['tests/api/**/*.test.ts', 'tests/cli/backup/move.test.ts'],
          exclude: ['tests/api/database/sqlite/**'],
          globalSetup: ['tests/support/postgres/server.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          sequence: { groupOrder: 3 },
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/browser/global-setup.ts'],
          setupFiles: ['tests/support/browser/page-hooks.ts'],
          // Files of a worker share its browser and shops.
          isolate: false,
        },
      },
    ],
  },
});
