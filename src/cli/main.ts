import { enableCodeCache } from '#api/compile-cache.mjs';

enableCodeCache();
const { runCommand } = await import('./program.ts');

// A closed pipe ("store products | head") is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

/** The owner's commands: `npm run store -- <command>`. */
const { env, stdout, stderr } = process;
process.exitCode = await runCommand(process.argv.slice(2), { env, stdout, stderr, ownsProcess: true, exitCode: 0 });
