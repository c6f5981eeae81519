import type { Migration } from 'kysely/migration';
import * as m0001 from './0001-first-shop.ts';
import * as m0002 from './0002-accounts.ts';
import * as m0003 from './0003-orders.ts';
import * as m0004 from './0004-messages.ts';
import * as m0005 from './0005-catalogue-facts.ts';
import * as m0006 from './0006-imported-stock.ts';
import * as m0007 from './0007-proofs.ts';
import * as m0008 from './0008-audit.ts';
import * as m0009 from './0009-sessions.ts';
import * as m0010 from './0010-abuse.ts';
import * as m0011 from './0011-import-staging.ts';
import * as m0013 from './0013-payment-events.ts';
import * as m0015 from './0015-option-names.ts';

/** Applied in order of their names. Never edit a released migration. */
export const migrations: Record<string, Migration> = {
  '0001-first-shop': m0001,
  '0002-accounts': m0002,
  '0003-orders': m0003,
  '0004-messages': m0004,
  '0005-catalogue-facts': m0005,
  '0006-imported-stock': m0006,
  '0007-proofs': m0007,
  '0008-audit': m0008,
  '0009-sessions': m0009,
  '0010-abuse': m0010,
  '0011-import-staging': m0011,
  '0013-payment-events': m0013,
  '0015-option-names': m0015,
};
