import { benchFuzz } from './fuzz.ts';

await benchFuzz(Number(process.argv[2]));
