import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Plain JavaScript that older versions of Node run: it explains what they lack.

/** The oldest major version of Node that runs the shop. */
const OLDEST_NODE = 24;

/** What other package managers write to node_modules, by their names. */
const marks = { pnpm: '.modules.yaml', Yarn: '.yarn-integrity', 'Yarn 2': '.yarn-state.yml' };

/**
 * The other package manager that installed the packages; undefined for npm.
 *
 * @param {string} projectFolder
 * @returns {string | undefined}
 */
const otherPackageManager = (projectFolder) =>
  Object.entries(marks).find(([, file]) => existsSync(join(projectFolder, 'node_modules', file)))?.[0];

/**
 * Why the shop cannot run on this Node with these packages, and what to do; undefined when it can.
 *
 * @param {string} projectFolder
 * @param {string} version of Node
 * @returns {string | undefined}
 */
export function findInstallProblem(projectFolder, version = process.versions.node) {
  if (!existsSync(join(projectFolder, 'node_modules')))
    return `The shop's packages are not installed in ${projectFolder}: run npm install there`;
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return undefined;
  const problem = `The shop needs Node ${OLDEST_NODE} or newer, but this is ${version}.`;
  const other = otherPackageManager(projectFolder);
  if (other)
    return `${problem} npm brings one along, but the packages were installed by ${other}. Delete the folder node_modules and run npm install`;
  if (existsSync(join(projectFolder, 'node_modules/node/bin/node')))
    return `${problem} The one that npm install brought along is node_modules/.bin/node: run npm start or npm run store, or that program`;
  if (existsSync(join(projectFolder, 'node_modules/node')))
    return `${problem} npm brings one along, but its install script did not run, because scripts are turned off. Run npm rebuild node --ignore-scripts=false, or install Node ${OLDEST_NODE}`;
  return `${problem} npm brings one along, but it is not in node_modules: run npm install, or install Node ${OLDEST_NODE}`;
}
