import { byNetworkCode } from '#api/database/errors/engine-errors.ts';
import { reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { formatS3Url, type S3Settings } from './settings.ts';
import { readXmlText } from './xml.ts';

/** A refusal by the storage service. */
export class S3Failure extends Error {
  readonly status: number;
  /** The service's error code, such as `NoSuchBucket`; empty when the reply has none, as with HEAD. */
  readonly code: string;
  /** The region of the bucket, when the request went to another one. */
  readonly region: string | undefined;

  constructor(status: number, body: string, headers: Readonly<Record<string, unknown>> = {}) {
    const code = readXmlText(body, 'Code') ?? '';
    super([`status ${status}`, code, readXmlText(body, 'Message')].filter(Boolean).join(', '));
    this.status = status;
    this.code = code;
    const region = readXmlText(body, 'Region') ?? headers['x-amz-bucket-region'];
    this.region = typeof region === 'string' ? region : undefined;
  }
}

/** The service did not respond, or stopped sending. */
export class S3Timeout extends Error {}

type Advice = (settings: S3Settings, error: unknown) => string;

const endpointOf = ({ endpoint }: S3Settings): string => endpoint ?? 'the address of Amazon S3';

const wrongKeyId: Advice = () => 'See whether AWS_ACCESS_KEY_ID is right';
const noRights: Advice = ({ bucket }) =>
  `Let the key in AWS_ACCESS_KEY_ID list the bucket "${bucket}" and read, write and delete files in it`;
const wrongRegion: Advice = (_, error) =>
  error instanceof S3Failure && error.region
    ? `The bucket is in another region: add region=${error.region} to its s3:// URL`
    : 'See whether region and endpoint in the s3:// URL are right';
const unknownHost: Advice = (settings) => `See whether the endpoint in the s3:// URL (${endpointOf(settings)}) is right`;
const noReply: Advice = (settings) =>
  `See whether ${endpointOf(settings)} is right and running, and whether a firewall lets this machine connect`;
const full: Advice = () => 'The storage is full: free some space there, or raise its quota';
const badCertificate: Advice = () =>
  'The certificate of the storage is not trusted: set NODE_EXTRA_CA_CERTS to a file with its certificate';
const wrongProtocol: Advice = (settings) =>
  `See whether the endpoint (${endpointOf(settings)}) has to begin with http:// or with https://`;

/** What to do about an error, by the service's code or that of Node's error. */
const adviceByCode: Readonly<Record<string, Advice>> = {
  InvalidAccessKeyId: wrongKeyId,
  InvalidTokenId: wrongKeyId,
  SignatureDoesNotMatch: () => 'See whether AWS_SECRET_ACCESS_KEY is right',
  AccessDenied: noRights,
  NoSuchBucket: ({ bucket }) => `Create the bucket "${bucket}", or correct its name in the s3:// URL`,
  RequestTimeTooSkewed: () => 'The clock of this machine is wrong: set it',
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  QuotaExceeded: full,
  XMinioStorageFull: full,
  ...byNetworkCode({ unknownHost, noReply, badCertificate }),
  ECONNREFUSED: noReply,
  ERR_SSL_WRONG_VERSION_NUMBER: wrongProtocol,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: wrongProtocol,
  EPROTO: wrongProtocol,
  ECONNRESET: wrongProtocol,
};

/** The same by status, for replies without a code. */
const adviceByStatus: Readonly<Record<number, Advice>> = {
  301: wrongRegion,
  307: wrongRegion,
  400: wrongRegion,
  401: noRights,
  403: noRights,
  404: ({ bucket }) => `Create the bucket "${bucket}", or correct its name in the s3:// URL`,
  507: full,
};

const firstError = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error);

function findAdvice(error: unknown): Advice | undefined {
  if (error instanceof S3Timeout) return noReply;
  if (error instanceof S3Failure) return adviceByCode[error.code] ?? adviceByStatus[error.status];
  return adviceByCode[(firstError(error) as NodeJS.ErrnoException | undefined)?.code ?? ''];
}

/** Whether an error comes from the storage service or the way to it. */
export const isS3Error = (error: unknown): boolean =>
  error instanceof S3Failure ||
  error instanceof S3Timeout ||
  (firstError(error) as { syscall?: unknown } | undefined)?.syscall !== undefined;

/** Explains an error of the storage service: returns a `StoreUnavailable` that tells the owner what to do. */
export function explainS3Error(error: unknown, settings: S3Settings): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const fix = findAdvice(error)?.(settings, error) ?? 'The storage has a problem: try again in a minute';
  const problem = `The storage ${formatS3Url(settings)} cannot be used (${reasonOf(error)})`;
  return new StoreUnavailable(problem, fix, { cause: error });
}

/** Codes of Node for connections that may work a moment later. */
const transientCodes: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

const transientS3Codes: ReadonlySet<string> = new Set(['SlowDown', 'InternalError', 'RequestTimeout', 'ServiceUnavailable']);

/** Whether a failed request may succeed when it is repeated: no response, a broken connection, too many requests, or a fault of the service. */
export function isTransient(error: unknown): boolean {
  if (error instanceof S3Timeout) return true;
  if (error instanceof S3Failure) {
    return (
      (error.status >= 500 && error.status !== 501 && error.status !== 507) ||
      error.status === 429 ||
      transientS3Codes.has(error.code)
    );
  }
  return transientCodes.has((firstError(error) as NodeJS.ErrnoException | undefined)?.code);
}
