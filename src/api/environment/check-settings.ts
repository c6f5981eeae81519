import type { Configuration } from '#api/environment/configuration.ts';
import { describeTextProblem } from '#api/extend/load-shop-config.ts';
import type { ShopConfig } from '#api/extend/shop-config.ts';
import { findUnknownTexts } from '#api/extend/shop-texts.ts';
import type { Finding } from '#api/services/health/finding.ts';
import { sendsMail, sendsText } from '#api/services/messages/transport-module.ts';

export function checkEnvironment(problems: readonly string[]): Finding[] {
  if (problems.length === 0) return [{ check: 'settings', state: 'good', finding: 'The settings are valid' }];
  return problems.map((problem) => ({
    check: 'settings',
    state: 'bad',
    finding: problem,
    fix: 'Change the environment and start again',
  }));
}

/** Texts of `shop.config.ts` for sentences that this version does not have: their English words are shown. */
export function checkTexts(file: string | undefined, config: ShopConfig): Finding[] {
  const unknown = file === undefined ? [] : findUnknownTexts(config);
  return unknown.map((text) => ({
    check: 'texts',
    state: 'note',
    finding: describeTextProblem(String(file), text),
    fix: 'Reword it, or leave it out; npm run store -- config texts FILE writes all sentences',
  }));
}

export function checkProductionSettings(
  {
    production,
    demoMode,
    messages,
    payments,
    shipping,
  }: Pick<Configuration, 'production' | 'demoMode' | 'messages' | 'payments' | 'shipping'>,
  siteUrl: string | undefined,
): Finding[] {
  const mail = sendsMail(messages);
  const sms = sendsText(messages, 'otp');
  if (!production) {
    const trialMode: Finding = {
      check: 'selling',
      state: 'note',
      finding: 'NODE_ENV is not "production": this shop is in trial mode',
    };
    if (demoMode || sms || mail) return [trialMode];
    const fix =
      'Set DEMO_MODE=1 to show codes on screen, SMS_AUTH_KEY and SMS_TEMPLATE_OTP to text them, or SMTP_URL to mail them';
    return [trialMode, { check: 'SMS', state: 'note', finding: 'One-time codes can be neither shown nor sent', fix }];
  }
  const findings: Finding[] = [];
  if (demoMode)
    findings.push({
      check: 'demo mode',
      state: 'bad',
      finding: 'Demo mode is on: anyone can sign in with anyone’s number',
      fix: 'Unset DEMO_MODE and set an SMS provider (SMS_AUTH_KEY)',
    });
  else if (!sms)
    findings.push({
      check: 'SMS',
      state: mail ? 'note' : 'bad',
      finding: mail
        ? 'There is no SMS provider: codes for checking out go by mail, and no buyer’s mobile number is confirmed'
        : 'There is no SMS provider: customers cannot get the code they need to check out',
      fix: 'Set SMS_AUTH_KEY and SMS_TEMPLATE_OTP, or WHATSAPP_ACCESS_TOKEN and WHATSAPP_TEMPLATE_OTP',
    });
  if (!mail)
    findings.push({
      check: 'mail',
      state: demoMode ? 'note' : 'bad',
      finding: demoMode
        ? 'There is no mail server: orders are not confirmed by mail'
        : 'There is no mail server: customers who sign up with a password cannot verify their email or reset their password, and orders are not confirmed',
      fix: 'Set SMTP_URL and MAIL_FROM',
    });
  for (const { module, values } of messages)
    for (const warning of module.findWarnings?.(values) ?? [])
      findings.push({ check: module.doctor.check, state: 'bad', ...warning });
  if (payments) {
    const warnings = payments.provider.findWarnings?.(payments.values) ?? [];
    findings.push(...warnings.map((warning): Finding => ({ check: 'payment', state: 'bad', ...warning })));
  }
  const shippingWarnings = shipping?.rule.findWarnings?.(shipping.values) ?? [];
  findings.push(...shippingWarnings.map((warning): Finding => ({ check: 'shipping', state: 'bad', ...warning })));
  if (!siteUrl)
    findings.push({
      check: 'address',
      state: 'note',
      finding: 'The shop’s public URL is not set',
      fix: 'Set PUBLIC_SITE_URL',
    });
  return findings.length > 0
    ? findings
    : [{ check: 'selling', state: 'good', finding: 'All settings needed to sell are present' }];
}

/** Whether the server listens on loopback only, as behind a proxy on the same machine. */
const listensOnLoopback = (host: string | undefined): boolean => /^(?:localhost|127\.|::1$|$)/.test(host ?? '');

/**
 * Checks that client IP addresses are read correctly: the shop serves plain HTTP, so a proxy is in front of it when its public URL
 * is https or it listens on loopback only.
 */
export function checkProxy(
  { production, siteUrl, trustProxy }: Pick<Configuration, 'production' | 'siteUrl' | 'trustProxy'>,
  host: string | undefined,
): Finding[] {
  if (!production) return [];
  const check = 'visitors';
  if (trustProxy === undefined && (siteUrl.startsWith('https:') || listensOnLoopback(host)))
    return [
      {
        check,
        state: 'note',
        finding: 'A reverse proxy seems to be in front of this shop: all clients then share the rate limits of one IP address',
        fix: 'If it sets X-Forwarded-For, set TRUST_PROXY=1; if browsers connect to this server directly, set TRUST_PROXY=0',
      },
    ];
  if (trustProxy && !listensOnLoopback(host))
    return [
      {
        check,
        state: 'note',
        finding: `Clients that reach ${host} directly can fake their IP address and bypass rate limits`,
        fix: 'Allow only the reverse proxy to connect: HOST=127.0.0.1 on the same machine, otherwise a firewall',
      },
    ];
  return [{ check, state: 'good', finding: 'Clients are identified by their own IP addresses' }];
}
