import type { CaptchaWidget } from '#lib/contract/call.ts';

/** What Turnstile and hCaptcha alike put into the window. */
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

let loading: Promise<ProviderApi> | undefined;

/** Adds the provider's script to the page, which calls `captchaLoaded` when it is ready. */
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
 * Draws the provider's widget into `place`, loading its script first, once a page. `solved` gets the token; `failed` is told that the
 * widget cannot be used. A token that expires unused makes the widget start again.
 */
export async function renderCaptchaWidget(
  widget: CaptchaWidget,
  place: HTMLElement,
  { solved, failed }: { solved: (token: string) => void; failed: () => void },
): Promise<void> {
  try {
    loading ??= load(widget);
    const api = await loading;
    const id: unknown = api.render(place, {
      sitekey: widget.site_key,
      callback: solved,
      'error-callback': failed,
      'expired-callback': () => api.reset(id),
    });
  } catch (error) {
    loading = undefined;
    console.warn('The CAPTCHA could not be shown', error);
    failed();
  }
}
