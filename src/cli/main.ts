import { enableCodeCache } from '#api/compile-cache.mjs';
import { loadEnvFile } from '#api/env-file.mjs';
import { useShopTexts } from '#api/extend/use-shop-texts.ts';

enableCodeCache();

// A closed pipe ("store products | head") is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  // "setup" creates the env file.
  if (process.argv[2] !== 'setup') loadEnvFile();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

await useShopTexts(process.env);
const { runCommand } = await import('./run-command.ts');

/** The owner's commands: `npm run store -- <command>`. */
const { env, stdin, stdout, stderr } = process;
process.exitCode = await runCommand(process.argv.slice(2), { env, stdin, stdout, stderr, ownsProcess: true, exitCode: 0 });
