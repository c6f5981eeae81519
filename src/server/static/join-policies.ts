/** Directives that a policy in a meta tag may not have (CSP 3, section 3.3). */
const headerOnly = /^(?:frame-ancestors|report-uri|sandbox)\b/;

/** Joins the sources of a directive in several policies. */
export function joinPolicies(policies: readonly string[]): string {
  const directives = new Map<string, Set<string>>();
  for (const policy of policies) {
    for (const directive of policy.split(';').map((text) => text.trim())) {
      const [name = '', ...sources] = directive.split(/\s+/);
      if (!name || headerOnly.test(name)) continue;
      const all = directives.get(name) ?? new Set();
      for (const source of sources) all.add(source);
      directives.set(name, all);
    }
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
