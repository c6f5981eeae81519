import type { Db } from '#api/database/schema/engine.ts';
import { normaliseGstin } from '#api/services/invoices/gstin.ts';
import { readTaxDefaults } from '#api/services/invoices/tax-defaults.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { textPages } from '#lib/rules/routes/text-pages.ts';
import type { Finding } from './finding.ts';
import { findLegalProblem, type LegalKey, legalKeys } from './legal-details.ts';

/** What an online shop in India has to show, and the address that hears of orders. */
const required: [key: LegalKey, name: string][] = [
  ['legal_name', 'the legal name of the business'],
  ['address', 'its address'],
  ['state', 'its State'],
  ['support_email', 'your mail address, to which orders are reported'],
  ['grievance_officer_name', 'the grievance officer’s name'],
  ['grievance_officer_email', 'the grievance officer’s mail address'],
  ['grievance_officer_phone', 'the grievance officer’s phone number'],
  ['gstin', 'the GSTIN'],
];

const requiredTexts: readonly string[] = ['terms', 'privacy', 'returns'];

function listMissingDetails({ legal }: StoreSettings): string[] {
  const isGiven = (key: LegalKey): boolean => Boolean(legal?.[key]) || (key === 'gstin' && legal?.gst_registered === false);
  return required.filter(([key]) => !isGiven(key)).map(([, name]) => name);
}

/** Reports what the law asks of a shop and is missing: a problem in production, else a note. */
function checkMissing(settings: StoreSettings, production: boolean): Finding[] {
  const state = production ? 'bad' : 'note';
  const details = listMissingDetails(settings);
  const texts = textPages.filter(({ setting }) => requiredTexts.includes(setting) && !settings[setting]?.length);
  return [
    ...(details.length > 0
      ? [
          {
            check: 'owner',
            state,
            finding: `Missing: ${details.join(', ')}`,
            fix: 'Answer the questions of: store setup',
          } as const,
        ]
      : []),
    ...(texts.length > 0
      ? [
          {
            check: 'pages',
            state,
            finding: `These pages have no text: ${texts.map(({ title }) => title).join(', ')}`,
            fix: 'Write drafts, edit and publish them: store pages write FOLDER, then store pages read FOLDER',
          } as const,
        ]
      : []),
  ];
}

/** Checks details and texts of the owner. Stored values may be older than the rules for them. */
export async function checkOwnerDetails(db: Db, production: boolean): Promise<Finding[]> {
  const settings = await readSettings(db);
  const wrong = legalKeys.flatMap((key): Finding[] => {
    const stored = settings.legal?.[key];
    const problem = stored && findLegalProblem(key, stored);
    if (!problem) return [];
    return [
      {
        check: 'owner',
        state: production ? 'bad' : 'note',
        finding: `legal.${key} ${problem}`,
        fix: `Set it: store theme set legal.${key}=…`,
      },
    ];
  });
  const findings = [...wrong, ...checkMissing(settings, production)];
  return findings.length > 0
    ? findings
    : [{ check: 'owner', state: 'good', finding: 'Details of the owner and texts are present' }];
}

/** Checks that invoices of the store's own products can be tax invoices once it has given a GSTIN. */
export async function checkTax(db: Db): Promise<Finding[]> {
  const check = 'invoices';
  const stored = (await readSettings(db)).legal?.gstin;
  if (!stored) return [];
  if (!normaliseGstin(stored)) {
    const finding = `"${stored}" is no valid GSTIN, so that orders get a bill of supply instead of a tax invoice`;
    return [{ check, state: 'note', finding, fix: 'Set it: store theme set legal.gstin=…' }];
  }
  const { gst_rate } = await readTaxDefaults(db);
  if (gst_rate !== null) return [{ check, state: 'good', finding: 'Orders get a tax invoice' }];
  const without = await db
    .selectFrom('product')
    .select('slug')
    .where('active', '=', 1)
    .where('gst_rate', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!without) return [{ check, state: 'good', finding: 'Orders get a tax invoice' }];
  const finding = `${without.slug} has no GST rate, so that its orders get a bill of supply instead of a tax invoice`;
  return [{ check, state: 'note', finding, fix: 'Set a default: store tax set gst_rate=5; or import a column "GST Rate"' }];
}
