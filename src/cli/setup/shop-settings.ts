import { write } from '#api/database/transaction.ts';
import { legalKeys, NO_GSTIN } from '#api/services/health/legal-details.ts';
import { readSettings, updateSettings } from '#api/services/store/settings.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { readLegalDetail } from '#cli/store/legal-details.ts';
import { withStore, withStoreOrCreate } from '#cli/store/open-store.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import type { Answers } from './ask-questions.ts';

/** The shop's settings as answers; none while there is no shop. */
export async function readShopAnswers(): Promise<Answers> {
  const settings = await withStore((db) => readSettings(db)).catch((error: unknown) => {
    if (error instanceof CommandFailed) return undefined;
    throw error;
  });
  if (!settings) return {};
  const { store_name, legal = {} } = settings;
  const answers: Answers = { store_name };
  for (const key of legalKeys) if (legal[key]) answers[`legal.${key}`] = legal[key];
  if (legal.gst_registered === false) answers['legal.gstin'] = NO_GSTIN;
  return answers;
}

const withAnswers = (settings: StoreSettings, answers: Answers): StoreSettings => {
  const legal: NonNullable<StoreSettings['legal']> = { ...settings.legal };
  for (const key of legalKeys) {
    const answer = answers[`legal.${key}`];
    if (answer !== undefined) Object.assign(legal, readLegalDetail(key, answer));
  }
  const hasLegal = Object.values(legal).some((value) => value !== undefined);
  return { ...settings, store_name: answers['store_name'] || settings.store_name, ...(hasLegal && { legal }) };
};

/** Saves the answers about the shop itself, which is made if there is none. Throws `CommandFailed` when one cannot be used. */
export const saveShopAnswers = (answers: Answers): Promise<void> =>
  withStoreOrCreate(async (db) => {
    const before = await readSettings(db);
    if (JSON.stringify(withAnswers(before, answers)) === JSON.stringify(before)) return;
    await write(db, (tx) => updateSettings(tx, (settings) => withAnswers(settings, answers)));
  });
