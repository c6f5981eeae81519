import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailed, commandContext } from '#cli/process/command.ts';

/** Asks questions on a terminal. Close it when done. */
export interface Prompt {
  /** Returns the trimmed answer. Throws `CommandFailed` when the input ends, as with Ctrl-C. */
  ask: (text: string, isSecret?: boolean) => Promise<string>;
  close: () => void;
}

/** Opens a prompt; undefined if the command does not run on a terminal. `interrupted` is said when the input ends. */
export function openPrompt(interrupted: string): Prompt | undefined {
  const { stdin, stdout } = commandContext();
  if (!stdin?.isTTY) return undefined;
  let isMuted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: true });
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  const ask = async (text: string, isSecret = false): Promise<string> => {
    const { signal } = ended;
    try {
      if (!isSecret) return (await lines.question(`${text}: `, { signal })).trim();
      stdout.write(`${text}, not shown: `);
      isMuted = true;
      return (await lines.question('', { signal })).trim();
    } catch {
      throw new CommandFailed(interrupted);
    } finally {
      if (isMuted) stdout.write('\n');
      isMuted = false;
    }
  };
  return { ask, close: () => lines.close() };
}
