import { benchCrash } from './crash.ts';
await benchCrash(Number(process.argv[2]));
