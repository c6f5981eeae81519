import { parseEnv } from 'node:util';
import { CommandFailed } from '#cli/process/command.ts';

const HEADER = '# Settings of the shop, read by npm start and npm run store. docs/settings.md lists all of them.\n';

const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/;

/** Quotes a value where the format needs it. Single quotes first: in double quotes, `\n` is a line break. */
function quote(name: string, value: string): string {
  if (/^[\w@%+=:,./?&-]*$/.test(value)) return value;
  const mark = ["'", '"', '`'].find((each) => !value.includes(each));
  if (!mark || /[\r\n]/.test(value)) throw new CommandFailed(`${name} contains characters that the env file cannot hold`);
  return `${mark}${value}${mark}`;
}

/**
 * Sets variables in the text of an env file: replaces their lines, appends missing ones and keeps all others. Throws `CommandFailed` when
 * the result would change any other variable, as in a file with values of several lines.
 */
export function setEnvVariables(text: string, values: Readonly<Record<string, string>>): string {
  const line = (name: string): string => `${name}=${quote(name, values[name] ?? '')}`;
  const found = new Set<string>();
  const lines = text.split('\n').map((old) => {
    const name = assignment.exec(old)?.[1];
    if (name === undefined || values[name] === undefined) return old;
    found.add(name);
    return line(name);
  });
  const missing = Object.keys(values).filter((name) => !found.has(name));
  const kept = text === '' ? HEADER : lines.join('\n').replace(/\n*$/, '\n');
  const changed = kept + missing.map((name) => `${line(name)}\n`).join('');
  const expected: Record<string, string | undefined> = { ...parseEnv(text), ...values };
  const read = parseEnv(changed);
  const isWrong = (name: string): boolean => read[name] !== expected[name];
  const wrong = [...new Set([...Object.keys(expected), ...Object.keys(read)])].find(isWrong);
  if (wrong) throw new CommandFailed(`The env file cannot be changed without damage to ${wrong}: edit it by hand`);
  return changed;
}
