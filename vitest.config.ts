import { availableParallelism, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { skippedFiles } from './tests/support/browser/not-applicable.ts';
import { setting } from './tests/support/browser/setting.ts';
import { memoryFolder } from './tests/support/memory-folder.ts';

const cores = Math.max(2, availableParallelism());

/**
 * More workers than cores: tests wait for timers, processes and the network. All projects have the same number and run as one group, so
 * that a worker without files of one project begins with the next.
 */
const maxWorkers = cores + 2;

/** Programs that the tests start load faster with the code that the last run compiled. */
const compiled = fileURLToPath(new URL('node_modules/.cache/test-compile', import.meta.url));

/**
 * Flags of the workers, which create many objects that live for one test: with room for them and without threads of its own, garbage
 * collection takes a tenth less of the processor.
 */
const workerFlags = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--no-parallel-scavenge'];

/**
 * What all projects share. A test that takes longer hangs: the slowest here take 5 seconds on two busy cores. Tests that are known to be
 * slow have a limit of their own, which they pass to `test`.
 */
const shared = {
  environment: 'node',
  testTimeout: 30_000,
  // A hook may start several shops.
  hookTimeout: 180_000,
  // Browsers, databases and processes share the cores. What passes at its second try is marked `(retry x1)` in the summary, to be mended.
  retry: 1,
  maxWorkers,
  execArgv: workerFlags,
  // Files of a worker share its modules, browser and shops.
  isolate: false,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['tests/support/fast-check-seed.ts'],
  // No test reads the settings of a shop that runs from this folder.
  env: { NODE_COMPILE_CACHE: compiled, ENV_FILE: '/dev/null', TMPDIR: memoryFolder() ?? tmpdir() },
} satisfies TestProjectInlineConfiguration['test'];

/** Runs the end-to-end tests last: others run while their shops are prepared. Within a project the files that took longest run first. */
class EndToEndLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ project }: TestSpecification): number => Number(project.name === 'e2e');
    return (await super.sort(files)).sort((a, b) => isLast(a) - isLast(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: EndToEndLast },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['tests/{lib,islands,cli,house,server,admin}/**/*.test.ts', '{demo,bench}/tests/**/*.test.ts'],
          exclude: ['tests/cli/backup/move.test.ts'],
          globalSetup: ['tests/support/store/database-template.ts'],
        },
      },
      // The store's tests run twice, once on each engine; `--project sqlite` runs them on one.
      {
        test: {
          ...shared,
          name: 'sqlite',
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/database/postgres/**'],
          globalSetup: ['tests/support/store/database-template.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: ['tests/api/**/*.test.ts', 'tests/cli/backup/move.test.ts'],
          exclude: ['tests/api/database/sqlite/**'],
          globalSetup: ['tests/support/postgres/server.ts'],
        },
      },
      // Migrations, and statements of each kind, on the oldest PostgreSQL; `POSTGRES=oldest` runs all tests of the project above on it.
      {
        test: {
          ...shared,
          env: { ...shared.env, POSTGRES: 'oldest' },
          name: 'postgres-oldest',
          include: [
            'tests/api/database/{database,failed-migration,upgrade}.test.ts',
            'tests/api/database/postgres/{open-errors,search-index,start}.test.ts',
            'tests/api/catalogue/catalogue.test.ts',
            'tests/api/checkout/checkout.test.ts',
            'tests/api/search/search.test.ts',
            'tests/cli/backup/move.test.ts',
          ],
          globalSetup: ['tests/support/postgres/server.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          // A change of the shop builds the static site again.
          testTimeout: setting === 'static' ? 90_000 : shared.testTimeout,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: skippedFiles(setting),
          globalSetup: ['tests/support/browser/global-setup.ts'],
          setupFiles: ['tests/support/browser/page-hooks.ts'],
        },
      },
    ],
  },
});
