import { findLegalProblem, type Legal, type LegalKey, NO_GSTIN, parseLegalDetail } from '#api/services/health/legal-details.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { removeInvisible } from '#lib/contract/text/typed-text.ts';

/** Reads a detail; an empty value removes it, and `none` as GSTIN says that there is none. Throws `CommandFailed`. */
export function readLegalDetail(key: LegalKey, text: string): Legal {
  const trimmed = removeInvisible(text).trim();
  if (key === 'gstin' && trimmed.toLowerCase() === NO_GSTIN) return { gstin: undefined, gst_registered: false };
  const cleared: Legal = key === 'gstin' ? { gstin: undefined, gst_registered: undefined } : {};
  if (trimmed === '') return { ...cleared, [key]: undefined };
  const value = parseLegalDetail(key, trimmed);
  if (value === undefined) throw new CommandFailed(`legal.${key} ${findLegalProblem(key, trimmed)}`);
  return { ...cleared, [key]: value };
}
