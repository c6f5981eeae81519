import type { CaptchaWidget } from '#lib/contract/calls/define-call.ts';

/** The part of the `window` API that Turnstile and hCaptcha share. */
interface ProviderApi {
  render: (
    place: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      'error-callback': () => void;
      'expired-callback': () => void;
    },
  ) => unknown;
  reset: (widget?: unknown) => void;
}

declare global {
  interface Window {
    turnstile?: ProviderApi;
    hcaptcha?: ProviderApi;
    captchaLoaded?: () => void;
  }
}

let apiLoad: Promise<ProviderApi> | undefined;

/** Loads the provider's script; resolves when it calls `captchaLoaded`. */
function load({ provider, script }: CaptchaWidget): Promise<ProviderApi> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    window.captchaLoaded = () => {
      const api = window[provider];
      if (api) resolve(api);
      else reject(new Error(`${script} is not the script of ${provider}`));
    };
    element.src = `${script}?render=explicit&onload=captchaLoaded`;
    element.async = true;
    element.onerror = () => {
      element.remove();
      reject(new Error(`${script} could not be loaded`));
    };
    document.head.append(element);
  });
}

/**
 * Renders the provider's widget into `place`; loads its script once per page. Calls `solved` with the token, or `failed` when the
 * widget is unusable. Resets the widget when a token expires unused.
 */
export async function renderCaptchaWidget(
  widget: CaptchaWidget,
  place: HTMLElement,
  { solved, failed }: { solved: (token: string) => void; failed: () => void },
): Promise<void> {
  try {
    apiLoad ??= load(widget);
    const api = await apiLoad;
    const id: unknown = api.render(place, {
      sitekey: widget.site_key,
      callback: solved,
      'error-callback': failed,
      'expired-callback': () => api.reset(id),
    });
  } catch (error) {
    apiLoad = undefined;
    console.warn('The CAPTCHA could not be shown', error);
    failed();
  }
}
