import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{lib,cli,house,server}/**/*.test.ts'],
          exclude: ['tests/cli/move.test.ts'],
          testTimeout: 15_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      // The store's tests run twice, once on each engine; `--project sqlite` runs them on one.
      {
        test: {
          name: 'sqlite',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/postgres/**'],
          testTimeout: 15_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'postgres',
          environment: 'node',
          include: ['tests/api/**/*.test.ts', 'tests/cli/move.test.ts'],
          exclude: ['tests/api/sqlite/**'],
          globalSetup: ['tests/api/postgres-server.ts'],
          testTimeout: 15_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
