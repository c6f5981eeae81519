import { createRequire, enableCompileCache } from 'node:module';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openServices, settingsOf } from './shared-services.ts';

type Program = typeof import('#cli/run-command.ts');

/** Loads the program by Node itself, with its compile cache: Vitest would transform each of its modules. */
function loadProgram(): Program {
  enableCompileCache();
  return createRequire(import.meta.url)('#cli/run-command.ts') as Program;
}

/** Runs `npm run store -- …` on a data folder, in this process. Throws with the command's output on failure. */
export async function runStore(dataDir: string, ...command: string[]): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  await openServices(dataDir);
  const env = { ...process.env, ...settingsOf(dataDir), DATA_DIR: dataDir };
  const code = await loadProgram().runCommand(command, { env, stdout, stderr, ownsProcess: false, exitCode: 0 });
  stdout.end();
  stderr.end();
  const [out, errors] = await output;
  if (code !== 0) throw new Error(`store ${command.join(' ')} ended with ${code}:\n${out}${errors}`);
  return out;
}
