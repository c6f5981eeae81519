import { changePasswordForm } from '#lib/contract/account.ts';
import { changePassword } from '#lib/state/account-details.ts';
import { PasswordField } from '../form/PasswordField.tsx';
import { Refusal } from '../form/Refusal.tsx';
import { useActionForm } from '../form/useActionForm.ts';
import { useHydrated } from '../hydrated.ts';
import { useToasts } from '../toasts/useToasts.ts';
import '../form/form.css';
import './account-forms.css';

const blank = { old_password: '', new_password: '', confirm_password: '' };

/** Changes the password. The form is in the page from the start, and takes part once it can answer. */
export default function PasswordPage() {
  const known = useHydrated();
  useToasts();
  const { field, form, formProps, isSubmitting, refusal } = useActionForm({
    schema: changePasswordForm,
    values: { old_password: undefined, new_password: undefined, confirm_password: undefined },
    send: async (typed) => {
      const result = await changePassword(typed);
      if (result.ok) form.reset(blank);
      return result;
    },
  });
  return (
    <div className="account-forms">
      <section aria-labelledby="password-title">
        <h2 id="password-title">Change your password</h2>
        <form {...formProps}>
          <fieldset className="stack" disabled={!known}>
            <PasswordField {...field('old_password')} label="Old password" autoComplete="current-password" />
            <PasswordField
              {...field('new_password')}
              label="New password"
              autoComplete="new-password"
              hint="At least 6 characters, one of them special, such as ! or #"
            />
            <PasswordField {...field('confirm_password')} label="Confirm password" autoComplete="new-password" />
            <p className="hint">Wherever else you are signed in, you will have to sign in again.</p>
            <Refusal message={refusal} />
            <button type="submit" className="button primary" disabled={isSubmitting}>
              {isSubmitting ? 'Changing…' : 'Change password'}
            </button>
          </fieldset>
        </form>
      </section>
    </div>
  );
}
