import { readTable } from '#api/services/import/tables/read-table.ts';

/** Reads a table as an import does, row by row; prints the number of rows or the refusal, and the most memory that it took, in megabytes. */
let rows = 0;
let refusal: string | undefined;
try {
  for await (const _ of readTable(process.argv[2] ?? '')) rows++;
} catch (error) {
  refusal = String(error instanceof Error ? error.message : error);
}
console.log(JSON.stringify({ rows, refusal, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
