import { projectFolder } from '#server/builds/build-folder.ts';
import { spawnBound } from './spawn-bound.ts';

/** As `npm start` runs it: the built program if it is current, else the sources. */
export const launcher = 'src/server/launch-build-or-sources.mjs';

/** A server of the shop in its own process. */
export interface RunningServer {
  url: string;
  pid: number;
  /** All that it has printed so far. */
  output: () => string;
  /** Terminates the process and resolves to its exit code. */
  terminate: () => Promise<number | null>;
  kill: () => void;
}

/**
 * Starts a program of the server, with its arguments, on a free port and waits until it prints its address. `settings` add to the environment,
 * which has no NODE_ENV. Throws its output if it ends before. It ends with this process.
 */
export async function startServer(program: string[], settings: NodeJS.ProcessEnv): Promise<RunningServer> {
  const child = spawnBound(program, {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: undefined, HOST: '127.0.0.1', PORT: '0', SHUTDOWN_LINGER_MS: '0', ...settings },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code, signal) => {
      // Every other test of this shop fails now; its output says why.
      if (!child.killed)
        console.error(`The shop on ${settings['DATA_DIR']} ended by itself (${signal ?? code}):\n${output.slice(-3000)}`);
      resolve(code);
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk;
      const address = /open at (http:[^\s"]+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The shop stopped with ${code}:\n${output}`)));
  });
  return {
    url,
    pid: child.pid as number,
    output: () => output,
    terminate: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
