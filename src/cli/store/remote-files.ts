import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ensureDataFolder } from '#api/database/files/data-folder.ts';
import { readMedia, readS3Settings } from '#api/environment/media.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { commandContext } from '#cli/process/command-context.ts';
import { CommandFailed } from '#cli/process/command-errors.ts';

/** A file in S3-compatible storage. */
export interface RemoteFile {
  storage: FileStorage;
  name: string;
}

/** Whether an argument names a file in S3-compatible storage. */
export const isRemoteFile = (text: string): boolean => /^s3:/i.test(text);

/**
 * Reads an `s3://` URL; `open` opens a folder of its bucket. Without an endpoint it is that of MEDIA_URL if the bucket is the same. Throws
 * `CommandFailed` when the URL or the keys are wrong.
 */
async function openBucket(text: string): Promise<{ prefix: string; open: (prefix: string) => FileStorage }> {
  const { env } = commandContext();
  const problems: string[] = [];
  const own = readMedia(env, []).s3;
  const settings = readS3Settings(text, `"${text}"`, env, problems);
  if (!settings) throw new CommandFailed(problems.join('\n'));
  const isOwnBucket = own?.bucket === settings.bucket && !text.includes('?');
  const target = isOwnBucket ? { ...own, prefix: settings.prefix } : settings;
  const { createS3Storage } = await import('#api/services/storage/s3/s3-storage.ts');
  const open = (prefix: string) => createS3Storage({ ...target, prefix });
  return { prefix: target.prefix, open };
}

/** Finds the storage and the name of a file by its `s3://` URL. Throws `CommandFailed` when the URL names no file. */
export async function openRemoteFile(text: string): Promise<RemoteFile> {
  const { prefix, open } = await openBucket(text);
  const [, folder = '', name] = /^(.*\/)?([^/]+)\/$/.exec(prefix) ?? [];
  if (!name) throw new CommandFailed(`"${text}" names no file: add its name, as in s3://bucket/backups/shop.db`);
  return { storage: open(folder), name };
}

/** Opens the pictures below an `s3://` URL as MEDIA_URL would. Throws `CommandFailed` when the URL or the keys are wrong. */
export async function openRemotePictures(text: string): Promise<FileStorage> {
  const { open, prefix } = await openBucket(text);
  return open(`${prefix}media/`);
}

/** Runs `work` with a temporary folder in the data folder, which removeStaleFiles() deletes if the command is killed. */
export async function withTemporaryFolder<Result>(dataDir: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  ensureDataFolder(dataDir);
  const folder = mkdtempSync(join(resolve(dataDir), `transfer-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Downloads a file to `folder`; returns its path. Throws `CommandFailed` when there is none, or its content is not what was stored. */
export async function download({ storage, name }: RemoteFile, folder: string): Promise<string> {
  const file = await storage.get(name);
  if (!file) throw new CommandFailed(`There is no file "${name}" in ${storage.location}`);
  const path = join(folder, name);
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(file.content, hashing, createWriteStream(path, { mode: 0o600 }));
  if (file.sha256 !== undefined && file.sha256 !== hash.digest('hex'))
    throw new CommandFailed(`"${name}" in ${storage.location} is damaged: its content is not what was stored`);
  return path;
}
