import { openDatabase } from '#api/database/open.ts';
import { fillCatalogue } from './catalogue-of.ts';

const n = Number(process.argv[2]);
const db = await openDatabase(process.argv[3] as string);
const t = performance.now();
await fillCatalogue(db, n);
console.log(n, performance.now() - t);
await db.destroy();
