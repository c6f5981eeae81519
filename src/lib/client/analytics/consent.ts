import { CONSENT_KEY } from '#lib/contract/saved-state.ts';

export type ConsentChoice = 'accepted' | 'refused';

interface SavedConsent {
  choice: ConsentChoice;
  /** In milliseconds since 1970. */
  at: number;
  /** The question that was answered. */
  text: string;
}

/** Whether the browser asks websites not to measure: by Global Privacy Control or by Do Not Track. */
export function objectsToMeasuring(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl: boolean };
  return globalPrivacyControl || doNotTrack === '1';
}

/** The answer to a question; undefined without one, or if it was an answer to another question. */
export function readConsent(text: string): ConsentChoice | undefined {
  if (objectsToMeasuring()) return 'refused';
  try {
    const saved: SavedConsent | null = JSON.parse(localStorage.getItem(CONSENT_KEY) as string);
    if (saved?.text === text) return saved.choice;
  } catch {}
  return undefined;
}

/** Saves the answer to a question with its time, unless the browser saves nothing. */
export function saveConsent(choice: ConsentChoice, text: string): void {
  const saved: SavedConsent = { choice, at: Date.now(), text };
  try {
    // Not only replaced: an earlier answer must not stay where there is no room for this one.
    localStorage.removeItem(CONSENT_KEY);
    localStorage.setItem(CONSENT_KEY, JSON.stringify(saved));
  } catch {}
}
