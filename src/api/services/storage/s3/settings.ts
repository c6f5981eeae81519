/** A place in S3-compatible storage, with the keys for it. */
export interface S3Settings {
  bucket: string;
  /** Begins every key; empty, or with a slash at the end. */
  prefix: string;
  /** URL of the service without path; undefined for Amazon. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The parts of a URL such as `s3://bucket/prefix?endpoint=https://s3.example&region=auto`. */
export type S3UrlParts = Omit<S3Settings, 'accessKeyId' | 'secretAccessKey'>;

/** Amazon's first region, which most other services accept too. */
const DEFAULT_REGION = 'us-east-1';

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

export const S3_URL_EXAMPLE = 's3://bucket/folder?endpoint=https://s3.example&region=us-east-1';

/** Parses an `s3://` URL; a string says what is wrong with it. */
export function parseS3Url(text: string): S3UrlParts | string {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') return `must be a URL such as ${S3_URL_EXAMPLE}`;
  if (!bucketName.test(url.hostname)) return `has no valid bucket name: it must be a URL such as ${S3_URL_EXAMPLE}`;
  if (url.username || url.password || url.port)
    return 'must not contain a key, user or port: use AWS_ACCESS_KEY_ID and endpoint=…';
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (unknown) return `has an unknown part "${unknown}"; known are endpoint and region`;
  const endpoint = url.searchParams.get('endpoint') || undefined;
  const service = endpoint === undefined ? undefined : URL.parse(endpoint);
  if (endpoint !== undefined && (!/^https?:$/.test(service?.protocol ?? '') || service?.pathname !== '/'))
    return 'must have an endpoint that begins with https:// or http:// and has no path';
  let prefix: string;
  try {
    prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  } catch {
    return 'has a wrong % in its path';
  }
  if (prefix.split('/').some((part) => part === '..' || part === '.')) return 'must not have ".." in its path';
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    endpoint: service?.origin,
    region: url.searchParams.get('region') || DEFAULT_REGION,
  };
}

/** The URL without options, for messages. */
export const formatS3Url = ({ bucket, prefix }: S3UrlParts): string => `s3://${bucket}/${prefix}`.replace(/\/$/, '');

/** URL of a bucket: with an endpoint or a dot in its name (where Amazon's certificate does not fit) by path, else by host name. */
export function bucketUrl({ bucket, endpoint, region }: S3UrlParts): string {
  if (endpoint) return `${endpoint}/${bucket}`;
  return bucket.includes('.') ? `https://s3.${region}.amazonaws.com/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
}
