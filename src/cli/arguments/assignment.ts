import { UsageError } from '#cli/process/command.ts';

/** Splits `key=value` and trims both. Throws a `UsageError` that names the expected `form`. */
export function splitAssignment(assignment: string, form: string): { key: string; value: string } {
  const at = assignment.indexOf('=');
  if (at < 1) throw new UsageError(`"${assignment}" is not of the form ${form}`);
  return { key: assignment.slice(0, at).trim(), value: assignment.slice(at + 1).trim() };
}
