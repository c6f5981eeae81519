import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { formatTable } from '#cli/output/print.ts';
import { runInContext } from '#cli/process/command.ts';

test('a table of 300,000 products is as wide as its longest cell', async () => {
  const rows = Array.from({ length: 300_000 }, (_, i) => ({ slug: `product-${i}`, stock: String(i % 10) }));
  const context = { env: {}, stdout: new PassThrough(), stderr: new PassThrough(), ownsProcess: false, exitCode: 0 };
  const lines = (await runInContext(context, async () => formatTable(rows, ['stock']))).split('\n');
  expect(lines).toHaveLength(300_001);
  expect(lines[1]).toBe('product-0           0');
  expect(lines.at(-1)).toBe('product-299999      9');
});
