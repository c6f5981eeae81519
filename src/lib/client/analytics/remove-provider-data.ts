/** Cookies that the scripts of Google Analytics and Meta Pixel set for the shop's domain. */
const cookieName = /^_(?:ga|gid|gat|gcl|fbp|fbc)(?:_|$)/;

/** What Meta's script keeps in local storage. */
const STORED = ['lastExternalReferrer', 'lastExternalReferrerTime'];

/** Removes what the providers have saved on this device: cookies of the shop's host and of the domains above it. */
export function removeProviderData(): void {
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_, i) => `;domain=${labels.slice(i).join('.')}`)];
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (!cookieName.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
    for (const domain of domains) document.cookie = `${name}=;path=/;max-age=0${domain}`;
  }
  try {
    for (const key of STORED) localStorage.removeItem(key);
  } catch {}
}
