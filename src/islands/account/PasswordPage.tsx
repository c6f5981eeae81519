import { useStore } from '@nanostores/react';
import type * as z from 'zod/mini';
import { FormError } from '#islands/form/FormError.tsx';
import { PasswordField } from '#islands/form/PasswordField.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { changePasswordForm, firstPasswordForm } from '#lib/contract/accounts.ts';
import { changePassword } from '#lib/state/accounts/details.ts';
import { $auth } from '#lib/state/session/session.ts';
import { AccountForms } from './AccountForms.tsx';
import './PasswordPage.css';

interface Typed {
  old_password?: string;
  new_password: string;
  confirm_password: string;
}

const blank = { old_password: '', new_password: '', confirm_password: '' };

/**
 * Changes the password, or sets the first of a customer who has signed in by codes alone. The form is in the page from the start, and
 * takes part once it can answer.
 */
export default function PasswordPage() {
  const known = useHydrated();
  const { user } = useStore($auth, { ssr: 'initial' });
  const isFirst = known && user?.customer.has_password === false;
  useToasts();
  const { field, form, formProps, isSubmitting, refusal } = useActionForm({
    schema: (isFirst ? firstPasswordForm : changePasswordForm) as z.ZodMiniType<Typed, Typed>,
    values: { ...(!isFirst && { old_password: undefined }), new_password: undefined, confirm_password: undefined },
    send: async (typed) => {
      const result = await changePassword(typed);
      if (result.ok) form.reset(blank);
      return result;
    },
  });
  return (
    <AccountForms>
      <section aria-labelledby="password-title">
        <h2 id="password-title">{isFirst ? 'Choose a password' : 'Change your password'}</h2>
        <form {...formProps}>
          <fieldset className="stack" disabled={!known}>
            <legend className="visually-hidden">Change password</legend>
            {!isFirst && (
              <div className={known ? undefined : 'old-password'}>
                <PasswordField {...field('old_password')} label="Old password" autoComplete="current-password" />
              </div>
            )}
            <PasswordField
              {...field('new_password')}
              label="New password"
              autoComplete="new-password"
              hint="At least 6 characters, one of them special, such as ! or #"
            />
            <PasswordField {...field('confirm_password')} label="Confirm password" autoComplete="new-password" />
            <p className="quiet">Wherever else you are signed in, you will have to sign in again.</p>
            <FormError message={refusal} />
            <button type="submit" className="button primary" disabled={isSubmitting}>
              {isSubmitting ? 'Saving…' : isFirst ? 'Save password' : 'Change password'}
            </button>
          </fieldset>
        </form>
      </section>
    </AccountForms>
  );
}
