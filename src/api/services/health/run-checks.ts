import { existsSync } from 'node:fs';
import type { Db } from '#api/database/schema/engine.ts';
import type { ChosenTransport } from '#api/services/messages/transport-module.ts';
import {
  type CdnInFront,
  checkExtensionFailures,
  checkJobs,
  checkMessageBudgets,
  checkPurges,
  checkWebhooks,
} from './background-work.ts';
import { checkCashOnDelivery } from './cash-on-delivery.ts';
import { checkDataDir } from './data-folder.ts';
import type { Finding } from './finding.ts';
import { checkCodeText, checkOutbox, checkProviders, checkTransports } from './outbox-and-providers.ts';
import { checkOwnerDetails, checkTax } from './owner-details.ts';
import { checkProducts } from './products.ts';
import { checkUnfinishedPictures } from './storage.ts';

export interface CheckedShop {
  dataDir: string;
  siteUrl: string;
  messages: readonly ChosenTransport[];
  allowsPrivateWebhooks: boolean;
  cdn?: CdnInFront | undefined;
  ofSettings: readonly Finding[];
  production: boolean;
}

/** The checks of what the database records; `store doctor` makes them too, with those of a demo after what failed. */
export const checkRecords = async (
  db: Db,
  { production, cdn }: Pick<CheckedShop, 'production' | 'cdn'>,
  checkMore: () => Promise<Finding[]> = async () => [],
): Promise<Finding[]> => [
  ...(await checkOwnerDetails(db, production)),
  ...(await checkTax(db)),
  await checkOutbox(db),
  ...(await checkTransports(db)),
  ...(await checkWebhooks(db)),
  ...(await checkJobs(db)),
  ...(await checkExtensionFailures(db)),
  ...(await checkMore()),
  ...(await checkMessageBudgets(db)),
  ...(await checkCashOnDelivery(db)),
  ...(await checkPurges(db, { cdn })),
];

/**
 * Checks an open shop as `store doctor` does, apart from what reads the whole database or every picture, and from what an open shop cannot lack.
 */
export async function checkOpenShop(db: Db, shop: CheckedShop): Promise<Finding[]> {
  return [
    ...shop.ofSettings,
    ...checkCodeText(shop),
    // On PostgreSQL with pictures elsewhere, there may be none.
    ...(existsSync(shop.dataDir) ? [await checkDataDir(shop.dataDir)] : []),
    ...(await checkProducts(db)),
    ...(await checkUnfinishedPictures(db)),
    ...(await checkRecords(db, shop)),
    ...(await checkProviders(shop)),
  ];
}
