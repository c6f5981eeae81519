import { useStore } from '@nanostores/react';
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCaptcha } from '#islands/captcha/useCaptcha.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { t, tParts } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import type { SignInMethod } from '#lib/rules/sign-in-method.ts';
import { $verification } from '#lib/state/auth/email-verification.ts';
import { $signIn, resumeSignInOtp } from '#lib/state/auth/sign-in.ts';
import { AuthLink } from './AuthLink.tsx';
import { CodeSignIn } from './CodeSignIn.tsx';
import { EmailVerification } from './EmailVerification.tsx';
import { PasswordSignIn } from './PasswordSignIn.tsx';
import { SignInNotice, type SignInNoticeKind } from './SignInNotice.tsx';
import './SignIn.css';

interface Props {
  method: SignInMethod;
  notice: SignInNoticeKind | undefined;
  codesByMail: boolean;
}

const methods: { method: SignInMethod; name: string; Form: ComponentType<Pick<Props, 'codesByMail'>> }[] = [
  { method: 'code', name: t('One-time code'), Form: CodeSignIn },
  { method: 'password', name: t('Password'), Form: PasswordSignIn },
];

/** Saves the selected method in the URL, so that a reload keeps it. */
function saveMethodInUrl(method: SignInMethod): void {
  const url = new URL(location.href);
  url.searchParams.set('way', method);
  history.replaceState(history.state, '', url);
}

/** Sign-in by one-time code or by password, as tabs. Both forms stay mounted, so that switching tabs keeps the input. */
export default function SignIn({ method: initialMethod, notice, codesByMail }: Props) {
  const [selected, setSelected] = useState(initialMethod);
  const tabs = useRef<HTMLDivElement>(null);
  const { step } = useStore($verification, { ssr: 'initial' });
  useToasts();
  useCaptcha();
  useEffect(resumeSignInOtp, []);
  // The page hydrates at once with the parameter, and so shows after a reload that a code was sent.
  const isCodeSent = useStore($signIn, { ssr: 'initial' }).codeSentAt > 0;
  useEffect(() => {
    if (isCodeSent) saveMethodInUrl('code');
  }, [isCodeSent]);

  const select = (method: SignInMethod) => {
    setSelected(method);
    saveMethodInUrl(method);
  };
  const onArrowKey = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other = selected === 'password' ? 'code' : 'password';
    select(other);
    tabs.current?.querySelector<HTMLElement>(`#way-${other}`)?.focus();
  };

  if (notice === 'verify' && ['opening', 'button', 'password'].includes(step))
    return (
      <div>
        <EmailVerification />
      </div>
    );
  return (
    <div>
      <SignInNotice kind={notice} />
      <div className="auth-methods" role="tablist" aria-label={t('Ways to sign in')} ref={tabs} onKeyDown={onArrowKey}>
        {methods.map(({ method, name }) => (
          <button
            key={method}
            type="button"
            role="tab"
            id={`way-${method}`}
            aria-selected={method === selected}
            aria-controls={`panel-${method}`}
            tabIndex={method === selected ? 0 : -1}
            onClick={() => select(method)}
          >
            {name}
          </button>
        ))}
      </div>
      {methods.map(({ method, Form }) => (
        <div key={method} role="tabpanel" id={`panel-${method}`} aria-labelledby={`way-${method}`} hidden={method !== selected}>
          <Form codesByMail={codesByMail} />
        </div>
      ))}
      <p className="auth-switch">
        <Sentence parts={tParts('New here? {link}', { link: <AuthLink to={paths.signUp}>{t('Create an account')}</AuthLink> })} />
      </p>
    </div>
  );
}
