import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readMedia, readS3Settings } from '#api/environment/media.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';

export interface RemoteFile {
  storage: FileStorage;
  name: string;
}

/** Whether an argument names a file in S3-compatible storage. */
export const isRemoteFile = (text: string): boolean => /^s3:/i.test(text);

/**
 * Reads an `s3://` URL: its prefix, and `open`, which opens the storage of another prefix in the same bucket. A URL without options that
 * names the bucket of MEDIA_URL gets the endpoint and region of MEDIA_URL. Throws `CommandFailed` when the URL or the keys are wrong.
 */
async function openBucket(text: string): Promise<{ prefix: string; open: (prefix: string) => FileStorage }> {
  const { env } = commandContext();
  const problems: string[] = [];
  // Problems of MEDIA_URL are dropped: the command uses another URL, which may be right.
  const shopStorage = readMedia(env, []).s3;
  const settings = readS3Settings(text, `"${text}"`, env, problems);
  if (!settings) throw new CommandFailed(problems.join('\n'));
  // A URL with options names its endpoint and region itself.
  const hasOptions = text.includes('?');
  const isShopBucket = shopStorage?.bucket === settings.bucket && !hasOptions;
  const target = isShopBucket ? { ...shopStorage, prefix: settings.prefix } : settings;
  const { createS3Storage } = await import('#api/services/storage/s3/s3-storage.ts');
  const open = (prefix: string) => createS3Storage({ ...target, prefix });
  return { prefix: target.prefix, open };
}

/** Opens the storage of the file that an `s3://` URL names. Throws `CommandFailed` when the URL names no file, or is wrong. */
export async function openRemoteFile(text: string): Promise<RemoteFile> {
  const { prefix, open } = await openBucket(text);
  const [, folder = '', name] = /^(.*\/)?([^/]+)\/$/.exec(prefix) ?? [];
  if (!name) throw new CommandFailed(`"${text}" names no file: add its name, as in s3://bucket/backups/shop.db`);
  return { storage: open(folder), name };
}

/** Opens the pictures of a shop whose MEDIA_URL is this `s3://` URL. Throws `CommandFailed` when the URL or the keys are wrong. */
export async function openRemotePictures(text: string): Promise<FileStorage> {
  const { open, prefix } = await openBucket(text);
  return open(`${prefix}media/`);
}

/** Downloads a file to `folder`; returns the copy's path. Throws `CommandFailed` when the storage has no such file, or a damaged one. */
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
