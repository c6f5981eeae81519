import type { ConsentChoice } from '#lib/client/analytics/consent.ts';

/** What the line says to a shopper who opens it: the question and the answer, or that the browser has answered it. */
export function describeChoice(question: string, choice: ConsentChoice | undefined, isObjected: boolean): string {
  if (isObjected) return 'Your browser asks websites not to track you, so your visits are not measured.';
  return choice ? `${question} You have ${choice} this.` : question;
}
