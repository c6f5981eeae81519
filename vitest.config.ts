import { defineConfig } from 'vitest/config';

// Projects run one after the other: real servers, databases and a browser on two processors leave no room for more.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          environment: 'node',
          include: ['tests/{lib,cli,house,server}/**/*.test.ts', 'demo/tests/**/*.test.ts'],
          exclude: ['tests/cli/move.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      // The store's tests run twice, once on each engine; `--project sqlite` runs them on one.
      {
        test: {
          name: 'sqlite',
          sequence: { groupOrder: 1 },
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/postgres/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'postgres',
          sequence: { groupOrder: 2 },
          environment: 'node',
          include: ['tests/api/**/*.test.ts', 'tests/cli/move.test.ts'],
          exclude: ['tests/api/sqlite/**'],
          globalSetup: ['tests/api/postgres-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          // A real browser on a busy machine now and then misses its time limit; a test that fails twice has failed.
          retry: 1,
          sequence: { groupOrder: 3 },
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
