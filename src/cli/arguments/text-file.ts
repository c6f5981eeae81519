import { readFileSync } from 'node:fs';
import { CommandFailed } from '#cli/process/command.ts';
import { requireFile } from './file-paths.ts';

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Reads a text file as the editors of Windows, macOS and Linux write it, with line feeds and without a byte-order mark. Throws
 * `CommandFailed` when there is none, or when it is no text, such as a Word document.
 */
export function readTextFile(path: string): string {
  requireFile(path);
  const text = decode(readFileSync(path)).replace(/\r\n?/g, '\n');
  if (text.includes('\0')) throw new CommandFailed(`"${path}" is not a text file. Save it as plain text (UTF-8)`);
  return text;
}
