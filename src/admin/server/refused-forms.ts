/** Why a form is refused before its page reads it: what its sender is told, with the HTTP status. */
export const refusedForms = {
  foreign: { status: 403, text: 'This form was sent from another site. Open the page again and send it from there.' },
  old: { status: 403, text: 'This form is no longer valid. Go back, load the page again and send it once more.' },
  'no-cookie': {
    status: 403,
    text: 'Your browser keeps no sign-in at this address. Open the admin by https, or with localhost in its address on the machine of the shop.',
  },
  unreadable: { status: 400, text: 'This form cannot be read. Go back and send it again.' },
} as const;

export type RefusedForm = keyof typeof refusedForms;

/** Whether a text of an address names such a reason. */
export const isRefusedForm = (text: string | null): text is RefusedForm => text !== null && Object.hasOwn(refusedForms, text);
