import { formatTable, keepsGoal, type Row } from '#bench/measure/rows.ts';

/** Runs benchmarks one after the other and prints one table of their rows. Exits with 1 if one failed or a goal does not hold. */
export async function benchAll(benches: ReadonlyMap<string, () => Promise<Row[]>>): Promise<void> {
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const [name, run] of benches) {
    console.log(`\n${name}`);
    try {
      rows.push(...(await run()));
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  console.log(`\n${formatTable(rows)}`);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0 || !rows.every(keepsGoal)) process.exitCode = 1;
}
