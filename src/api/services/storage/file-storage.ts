import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface StoredFile {
  name: string;
  bytes: number;
  modified: Date;
  /** Hashes of the content in hex digits, where the storage knows them without reading it. */
  md5?: string | undefined;
  sha256?: string | undefined;
}

/** A stored file opened for reading. Its stream must be read to the end or destroyed. */
export interface OpenStoredFile extends StoredFile {
  content: Readable;
}

/** A part of a file in bytes, both ends inclusive. */
export interface FilePart {
  start: number;
  end: number;
}

/** What to store: bytes, or the path of a local file. */
export type NewContent = Uint8Array | { path: string };

/** Where files are kept: a folder, or a bucket of S3-compatible storage. Names have no folders (see `requireFileName`). */
export interface FileStorage {
  /** The folder, or an `s3://` URL without keys; for messages. */
  readonly location: string;
  /** Stores a file atomically: readers see it whole or not at all. Replaces a file of the same name. */
  put(name: string, content: NewContent): Promise<void>;
  /** Opens a file, or a part of it; undefined when there is none. */
  get(name: string, part?: FilePart, signal?: AbortSignal): Promise<OpenStoredFile | undefined>;
  /** Describes a file; undefined when there is none. */
  head(name: string): Promise<StoredFile | undefined>;
  /** Lists all files, in no particular order. */
  list(): AsyncGenerator<StoredFile>;
  delete(name: string): Promise<void>;
}

/** Longest name in bytes; a temporary file in the folder has a longer one. */
const MAX_NAME_BYTES = 200;

/** A file name that no storage accepts. */
export class InvalidFileName extends Error {}

/**
 * Throws `InvalidFileName` for a name that could leave its folder or that a file system or S3 refuses: empty, hidden, with a slash, a
 * backslash or a control character, or longer than 200 bytes.
 */
export function requireFileName(name: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/^[^./\\\0-\x1f\x7f][^/\\\0-\x1f\x7f]*$/.test(name) && name.isWellFormed() && Buffer.byteLength(name) <= MAX_NAME_BYTES)
    return;
  throw new InvalidFileName(`"${name}" cannot be the name of a stored file`);
}

/** Reads a whole stored file; undefined when there is none. */
export async function readStoredFile(storage: FileStorage, name: string): Promise<Buffer | undefined> {
  const file = await storage.get(name);
  return file && buffer(file.content);
}

/** Finds any file of a storage; undefined when it is empty. Ends the listing, which may hold an open folder. */
export async function findAnyFile(storage: FileStorage): Promise<StoredFile | undefined> {
  for await (const file of storage.list()) return file;
  return undefined;
}

/** Lists the files of a storage by name. */
export async function indexFiles(storage: FileStorage): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  for await (const file of storage.list()) files.set(file.name, file);
  return files;
}
