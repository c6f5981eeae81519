import { styleText } from 'node:util';
import { commandContext } from '#cli/process/command-context.ts';

export interface OutputOptions {
  json?: boolean;
}

/** Prints a value as JSON, or as formatted by `text`. */
export function print<Value>(value: Value, { json }: OutputOptions, text: (value: Value) => string): void {
  commandContext().stdout.write(`${json ? JSON.stringify(value, null, 2) : stripControlSequences(text(value))}\n`);
}

/** Character code of ESC. */
const ESCAPE = 27;

/** Strips terminal control sequences except line breaks and colours, because some output was typed by customers. */
export const stripControlSequences = (text: string): string =>
  text.replace(/\p{Cc}(\[[\d;]*m)?/gu, (found, style: string | undefined) => {
    const isColour = style !== undefined && found.charCodeAt(0) === ESCAPE;
    return isColour || /^[\n\t]/.test(found) ? found : ` ${style ?? ''}`;
  });

/** Colours are printed only on terminals, and not if NO_COLOR is set. */
const inStyle = (style: Parameters<typeof styleText>[0]) => (text: string) =>
  styleText(style, text, { stream: commandContext().stdout });
export const bold = inStyle('bold');
export const dim = inStyle('dim');
export const green = inStyle('green');
export const red = inStyle('red');
export const yellow = inStyle('yellow');

export const errorLabel = (): string => styleText('red', 'Error:', { stream: commandContext().stderr });
