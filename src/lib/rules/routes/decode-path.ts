/** Percent-decodes a path; undefined if its encoding is invalid. */
export function decodePath(path: string): string | undefined {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return undefined;
  }
}
