import { type Db, type Tx, write } from '#api/database/open.ts';
import { findAccountForSignIn, findByVerifiedPhone } from '#api/services/accounts/customers.ts';
import { toNetwork } from '#api/services/ip-network.ts';
import {
  consumeRateLimit,
  type LimitExceeded,
  type LimitedAction,
  type LimitSubject,
  peekRateLimit,
  purgeExpiredCounters,
} from '#api/services/limits/rate-limits.ts';
import { findKnownDevice } from '#api/services/sessions/known-devices.ts';
import { recordLockout } from './lockout.ts';

/** What strangers could lock an account's owner out of. */
export type SignInAction = 'login' | 'sendOtp' | 'verifyOtp';

interface Way {
  /** The limits of a device that the account is known by, which nobody else can use up. */
  device: LimitedAction;
  /** What each address still has when strangers have used up what the account has for all of them. */
  reserve?: LimitedAction;
  /** What the audit log calls it. */
  tried: string;
}

const ways: Record<SignInAction, Way> = {
  login: { device: 'loginDevice', reserve: 'loginReserve', tried: 'password' },
  sendOtp: { device: 'sendOtpDevice', reserve: 'sendOtpReserve', tried: 'code request' },
  verifyOtp: { device: 'verifyOtpDevice', tried: 'code' },
};

/** Who tries to sign in, and as whom. */
export interface SignInAttempt {
  /** The e-mail address, or the number that codes go to. */
  account: string;
  /** The visitor's address; undefined where it is not known. */
  ipAddress: string | undefined;
  /** The token of the visitor's device, whether or not the account is known by it. */
  deviceToken: string | undefined;
  siteUrl: string;
}

/** How tries from a device that is not known are counted: by reading alone, and for good. */
interface Count {
  peek: (db: Db) => Promise<LimitExceeded | undefined>;
  consume: (tx: Tx) => Promise<LimitExceeded | undefined>;
}

/** A try that the account has no room for may come out of the reserve, if its address is known. */
function withReserve(action: LimitedAction, reserve: LimitedAction | undefined, trier: LimitSubject): Count {
  const orReserve = async (
    over: LimitExceeded | undefined,
    take: (from: LimitedAction) => Promise<LimitExceeded | undefined>,
  ) => {
    if (over?.by !== 'account' || !reserve || !trier.network) return over;
    return (await take(reserve)) ? over : undefined;
  };
  return {
    peek: async (db) => orReserve(await peekRateLimit(db, action, trier), (from) => peekRateLimit(db, from, trier)),
    consume: async (tx) => orReserve(await consumeRateLimit(tx, action, trier), (from) => consumeRateLimit(tx, from, trier)),
  };
}

const plain = (action: LimitedAction, trier: LimitSubject): Count => withReserve(action, undefined, trier);

/**
 * Counts one try to sign in, before anything is done for it. A device that the account is known by has limits of its own; everybody else
 * shares the account's, and each address has a small reserve beyond them. Returns the hash of a known device; throws a `Refusal` (429) when
 * there have been too many tries, after telling the account's owner.
 */
export async function enforceSignInLimit(db: Db, action: SignInAction, who: SignInAttempt): Promise<string | undefined> {
  const { account, ipAddress: address, siteUrl } = who;
  const customer = await (action === 'login' ? findAccountForSignIn(db, account) : findByVerifiedPhone(db, account));
  const device = customer && (await findKnownDevice(db, customer.id, who.deviceToken));
  const { device: deviceAction, reserve, tried } = ways[action];
  const network = toNetwork(address);
  const strangers = {
    address,
    account,
    origin: `${account} ${address ?? 'unknown'}`,
    network: network && `${account} ${network}`,
  };
  const count = device ? plain(deviceAction, { device }) : withReserve(action, reserve, strangers);
  const consume = async (tx: Tx): Promise<LimitExceeded | undefined> => {
    await purgeExpiredCounters(tx);
    return count.consume(tx);
  };
  const over = (await count.peek(db)) ?? (await write(db, consume));
  if (!over) return device;
  if (customer && over.by !== 'address') await recordLockout(db, { customer, tried, siteUrl, ipAddress: address });
  throw over.refusal;
}
