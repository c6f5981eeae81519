/** What admin pages may load beside their own scripts and styles. Pictures of a shop may be at another origin; a service worker shows notices. */
const directives = [
  "default-src 'none'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "media-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** The content security policy of an admin page: the sources and hashes of scripts and styles that Astro found, and nothing of the shop's. */
export const toAdminPolicy = (policy: string): string =>
  [
    ...directives,
    ...policy
      .split(';')
      .map((directive) => directive.trim())
      .filter((directive) => /^(?:script|style)-src /.test(directive)),
  ].join('; ');
