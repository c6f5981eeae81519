import { type Kysely, sql } from 'kysely';
import { byNetworkCode } from '#api/database/errors/engine-errors.ts';
import { MigrationFailed, reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';

interface ConnectionTarget {
  host: string;
  database: string;
  user: string;
}

type Advice = (target: ConnectionTarget) => string;

const wrongUser: Advice = ({ user }) => `See whether the user ("${user}") and the password in DATABASE_URL are right`;
const unknownHost: Advice = ({ host }) => `See whether the host name in DATABASE_URL ("${host}") is right`;
const noReply: Advice = ({ host }) =>
  `See whether ${host} in DATABASE_URL is right, and whether a firewall lets this machine connect`;
const badCertificate: Advice = () =>
  'The certificate of the server is not trusted: add its certificate with sslrootcert=FILE to DATABASE_URL, or sslmode=no-verify in a private network';
const restart: Advice = () => 'The server is starting or stopping: try again in a minute';

/** What to do about an error, by its SQLSTATE or by the code of Node's error. */
const adviceByCode: Readonly<Record<string, Advice>> = {
  '28P01': wrongUser,
  '28000': ({ user }) =>
    `See whether the user ("${user}") in DATABASE_URL is right and pg_hba.conf lets it connect from this machine`,
  '3D000': ({ database }) => `Create it with createdb "${database}", or correct its name in DATABASE_URL`,
  '42501': ({ user, database }) =>
    `Let the user create tables there, as the administrator of the server: ALTER DATABASE "${database}" OWNER TO "${user}"`,
  '53100': () => 'The disk of the database server is full: free some space there',
  '53300': () => 'The server has no connection left: stop other programs that use it, or raise max_connections',
  '57P01': restart,
  '57P03': restart,
  ...byNetworkCode({ unknownHost, noReply, badCertificate }),
};

/** The same for errors of the pg package that have no code. */
const adviceByMessage: readonly (readonly [RegExp, Advice])[] = [
  [
    /client password must be a/i,
    () => 'The server asks for a password: add it to DATABASE_URL, as in postgres://user:password@host/shop',
  ],
  [/timeout/i, noReply],
  [/does not support SSL/i, () => 'The server has no TLS: take away sslmode from DATABASE_URL, or set sslmode=disable'],
];

function readTarget(databaseUrl: string): ConnectionTarget {
  const { hostname, pathname, username } = new URL(databaseUrl);
  return { host: hostname, database: decodeURIComponent(pathname.slice(1)), user: decodeURIComponent(username) };
}

function findAdvice(error: unknown): Advice | undefined {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  return adviceByCode[code] ?? adviceByMessage.find(([pattern]) => pattern.test(reasonOf(error)))?.[1];
}

const databaseProblem = (setting: string): string =>
  setting === 'DATABASE_URL' ? 'The database cannot be read' : `The database in ${setting} cannot be read`;

/** What to do about an error without advice of its own: one that the server reports does not come from the URL. */
const defaultAdvice = (error: unknown): string =>
  error instanceof Error && 'severity' in error
    ? 'The server can be reached: look for the cause in its log'
    : 'Check that DATABASE_URL is right and the database server is running';

/**
 * Explains an error on opening a PostgreSQL database: returns a `StoreUnavailable` that tells the owner what to do. `setting` is the
 * environment variable or option with the URL.
 */
export function explainPostgresError(error: unknown, databaseUrl: string, setting = 'DATABASE_URL'): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const failed = error instanceof MigrationFailed ? error : undefined;
  const cause = failed ? failed.cause : error;
  const fix = findAdvice(cause)?.(readTarget(databaseUrl)) ?? (failed ? MigrationFailed.fix : defaultAdvice(cause));
  const problem = failed ? 'The database cannot be upgraded' : databaseProblem(setting);
  return new StoreUnavailable(`${problem} (${reasonOf(error)})`, fix.replaceAll('DATABASE_URL', setting), { cause: error });
}

/** The oldest major version of PostgreSQL that the shop works with, and the newest that it is tested on. */
const OLDEST = 14;
const NEWEST_TESTED = 18;

/** Throws `StoreUnavailable` when the server is older than the shop's statements. */
export async function refuseOldServer<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST) return;
  throw new StoreUnavailable(
    `The database server is PostgreSQL ${version}, but the shop needs version ${OLDEST} or newer`,
    `Upgrade the server (the shop is tested on ${OLDEST} to ${NEWEST_TESTED}), or use a database on a newer one`,
  );
}
