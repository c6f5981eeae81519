import type { Migration } from 'kysely/migration';
import * as m0001 from './0001-0020/0001-first-shop.ts';
import * as m0002 from './0001-0020/0002-accounts.ts';
import * as m0003 from './0001-0020/0003-orders.ts';
import * as m0004 from './0001-0020/0004-messages.ts';
import * as m0005 from './0001-0020/0005-catalogue-facts.ts';
import * as m0006 from './0001-0020/0006-imported-stock.ts';
import * as m0007 from './0001-0020/0007-proofs.ts';
import * as m0008 from './0001-0020/0008-audit.ts';
import * as m0009 from './0001-0020/0009-sessions.ts';
import * as m0010 from './0001-0020/0010-abuse.ts';
import * as m0011 from './0001-0020/0011-import-staging.ts';
import * as m0012 from './0001-0020/0012-order-charges.ts';
import * as m0013 from './0001-0020/0013-payment-events.ts';
import * as m0014 from './0001-0020/0014-order-papers.ts';
import * as m0015 from './0001-0020/0015-option-names.ts';
import * as m0016 from './0001-0020/0016-returned-money.ts';
import * as m0017 from './0001-0020/0017-cdn-purges.ts';
import * as m0018 from './0001-0020/0018-cancelled-payments.ts';
import * as m0019 from './0001-0020/0019-authorised-payments.ts';
import * as m0020 from './0001-0020/0020-listing-revision.ts';
import * as m0021 from './0021-0040/0021-assortment-revision.ts';
import * as m0022 from './0021-0040/0022-availability-changes.ts';
import * as m0023 from './0021-0040/0023-external-pictures.ts';
import * as m0024 from './0021-0040/0024-listing-changes.ts';
import * as m0025 from './0021-0040/0025-narrow-search-index.ts';
import * as m0026 from './0021-0040/0026-lexeme-check.ts';
import * as m0027 from './0021-0040/0027-import-undo.ts';
import * as m0028 from './0021-0040/0028-names-in-any-case.ts';
import * as m0030 from './0021-0040/0030-security.ts';
import * as m0033 from './0021-0040/0033-barcodes-and-old-slugs.ts';
import * as m0034 from './0021-0040/0034-mailed-codes.ts';
import * as m0035 from './0021-0040/0035-picture-jobs.ts';
import * as m0036 from './0021-0040/0036-one-revision-of-listings.ts';
import * as m0037 from './0021-0040/0037-folded-words.ts';
import * as m0038 from './0021-0040/0038-shipping-zones.ts';
import * as m0039 from './0021-0040/0039-webhooks.ts';
import * as m0040 from './0021-0040/0040-jobs-of-extensions.ts';
import * as m0041 from './0041-0060/0041-delivery-dates.ts';
import * as m0042 from './0041-0060/0042-payment-questions.ts';
import * as m0043 from './0041-0060/0043-message-transports.ts';
import * as m0044 from './0041-0060/0044-api-keys.ts';
import * as m0045 from './0041-0060/0045-changed-products.ts';
import * as m0047 from './0041-0060/0047-product-facts.ts';
import * as m0048 from './0041-0060/0048-filter-columns.ts';
import * as m0049 from './0041-0060/0049-stock-alerts.ts';
import * as m0050 from './0041-0060/0050-offers-and-notes.ts';
import * as m0051 from './0041-0060/0051-sale-prices.ts';
import * as m0052 from './0041-0060/0052-collections.ts';
import * as m0053 from './0041-0060/0053-product-texts.ts';
import * as m0054 from './0041-0060/0054-redirects.ts';
import * as m0055 from './0041-0060/0055-imported-orders.ts';
import * as m0056 from './0041-0060/0056-staff.ts';
import * as m0057 from './0041-0060/0057-staff-sign-in.ts';
import * as m0058 from './0041-0060/0058-staged-changes.ts';
import * as m0059 from './0041-0060/0059-found-orders.ts';
import * as m0060 from './0041-0060/0060-changed-orders.ts';
import * as m0061 from './0061-parcels.ts';
import * as m0062 from './0062-money.ts';
import * as m0063 from './0063-home-and-messages.ts';
import * as m0064 from './0064-passkeys.ts';
import * as m0065 from './0065-calls-about-orders.ts';
import * as m0066 from './0066-numbers-of-parcels.ts';

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
  '0012-order-charges': m0012,
  '0013-payment-events': m0013,
  '0014-order-papers': m0014,
  '0015-option-names': m0015,
  '0016-returned-money': m0016,
  '0017-cdn-purges': m0017,
  '0018-cancelled-payments': m0018,
  '0019-authorised-payments': m0019,
  '0020-listing-revision': m0020,
  '0021-assortment-revision': m0021,
  '0022-availability-changes': m0022,
  '0023-external-pictures': m0023,
  '0024-listing-changes': m0024,
  '0025-narrow-search-index': m0025,
  '0026-lexeme-check': m0026,
  '0027-import-undo': m0027,
  '0028-names-in-any-case': m0028,
  '0030-security': m0030,
  '0033-barcodes-and-old-slugs': m0033,
  '0034-mailed-codes': m0034,
  '0035-picture-jobs': m0035,
  '0036-one-revision-of-listings': m0036,
  '0037-folded-words': m0037,
  '0038-shipping-zones': m0038,
  '0039-webhooks': m0039,
  '0040-jobs-of-extensions': m0040,
  '0041-delivery-dates': m0041,
  '0042-payment-questions': m0042,
  '0043-message-transports': m0043,
  '0044-api-keys': m0044,
  '0045-changed-products': m0045,
  '0047-product-facts': m0047,
  '0048-filter-columns': m0048,
  '0049-stock-alerts': m0049,
  '0050-offers-and-notes': m0050,
  '0051-sale-prices': m0051,
  '0052-collections': m0052,
  '0053-product-texts': m0053,
  '0054-redirects': m0054,
  '0055-imported-orders': m0055,
  '0056-staff': m0056,
  '0057-staff-sign-in': m0057,
  '0058-staged-changes': m0058,
  '0059-found-orders': m0059,
  '0060-changed-orders': m0060,
  '0061-parcels': m0061,
  '0062-money': m0062,
  '0063-home-and-messages': m0063,
  '0064-passkeys': m0064,
  '0065-calls-about-orders': m0065,
  '0066-numbers-of-parcels': m0066,
};
