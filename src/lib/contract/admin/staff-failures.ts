import { t } from '#lib/contract/text/t.ts';

/** Messages of refused calls of staff, apart from those of shoppers, whose browsers do not load these. */
export const staffFailure = {
  signIn: t(
    'Email, password or code is wrong. A code works once: if you have just used the one that your app shows, wait for the next.',
  ),
  signInAgain: t(
    'Password or code is wrong. A code works once: if you have just used the one that your app shows, wait for the next.',
  ),
  link: t('This link no longer works: it was used, has expired, or a newer one was made. Ask for a new link.'),
  setUpCode: t('This code is wrong. Scan the picture with your app, then type the six digits that the app shows now.'),
  code: t('Type the six digits that your app shows, or one of your recovery codes'),
  known: t('Somebody with this email address is on the list already. Make a new link to let them in again.'),
  missing: t('Nobody on the list has this number. They may have been removed.'),
  lastOwner: t('The shop needs an owner who can sign in. Let another owner sign in first.'),
  demo: t('The owner of a demo cannot change staff.'),
  demoLink: t('This button works only in a browser that opened the link printed when the demo started.'),
} as const;
