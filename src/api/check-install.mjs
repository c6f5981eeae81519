import { fileURLToPath } from 'node:url';
import { findInstallProblem } from './install-problem.mjs';

// Imported before anything that needs a package or a newer Node: ends the process with a sentence if they are missing.

const problem = findInstallProblem(fileURLToPath(new URL('../../', import.meta.url)));
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
