import { parseS3Url, type S3Settings } from '#api/services/storage/s3/settings.ts';

export interface MediaSettings {
  /** S3-compatible storage; undefined for the data folder. */
  s3: S3Settings | undefined;
  /** Public URL that pictures are referred to by, without a trailing slash: `/media/…` follows. Undefined for the shop's own. */
  publicUrl: string | undefined;
  /** Size limit of the local copies of pictures in S3-compatible storage, in bytes. */
  cacheBytes: number;
}

const DEFAULT_CACHE_MB = 1024;
const MB = 1024 * 1024;

/** Completes an `s3://` URL by the keys in the environment. Adds to `problems`, which name the URL's setting or flag. */
export function readS3Settings(url: string, name: string, env: NodeJS.ProcessEnv, problems: string[]): S3Settings | undefined {
  const parts = parseS3Url(url);
  const accessKeyId = env['AWS_ACCESS_KEY_ID'] || undefined;
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'] || undefined;
  if (typeof parts === 'string') problems.push(`${name} ${parts}`);
  else if (accessKeyId && secretAccessKey) return { ...parts, accessKeyId, secretAccessKey };
  else if (accessKeyId) problems.push(`AWS_SECRET_ACCESS_KEY must be set to the secret key of the storage in ${name}`);
  else if (secretAccessKey) problems.push(`AWS_ACCESS_KEY_ID must be set to the key id of the storage in ${name}`);
  else problems.push(`AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set to the keys of the storage in ${name}`);
  return undefined;
}

function readPublicUrl(env: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const url = env['MEDIA_PUBLIC_URL'] || undefined;
  if (url === undefined) return undefined;
  const parsed = URL.parse(url);
  // Pages refer to pictures in comma-separated lists.
  if (
    !/^https?:$/.test(parsed?.protocol ?? '') ||
    parsed?.search ||
    parsed?.hash ||
    parsed?.username ||
    parsed?.href.includes(',')
  )
    problems.push('MEDIA_PUBLIC_URL must be a URL such as https://cdn.example, without "?", "#" and ","');
  return parsed?.href.replace(/\/+$/, '');
}

function readCacheBytes(env: NodeJS.ProcessEnv, problems: string[]): number {
  const value = env['MEDIA_CACHE_MB'];
  if (!value) return DEFAULT_CACHE_MB * MB;
  if (!/^[1-9]\d{0,6}$/.test(value))
    problems.push(`MEDIA_CACHE_MB must be a whole number of megabytes, such as 1024, not "${value}"`);
  return Number(value) * MB;
}

/** Reads the settings of the storage. Adds to `problems`. */
export function readMedia(env: NodeJS.ProcessEnv, problems: string[]): MediaSettings {
  const url = env['MEDIA_URL'];
  return {
    s3: url ? readS3Settings(url, 'MEDIA_URL', env, problems) : undefined,
    publicUrl: readPublicUrl(env, problems),
    cacheBytes: readCacheBytes(env, problems),
  };
}
