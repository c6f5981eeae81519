import type { ShopConfig } from '#api/extend/shop-config.ts';
import { CommandFailed } from '#cli/process/command.ts';

/** Checks a section by its schema in `shop.config.ts`; `place` says where it is named. Throws `CommandFailed` with a sentence about the first mistake. */
export function checkCustomSection(
  place: string,
  section: { name: string; settings: unknown },
  { sections: known = {} }: ShopConfig,
): void {
  const part = known[section.name];
  if (!part) {
    const names = Object.keys(known);
    const those = names.length > 0 ? `has only ${names.join(', ')}` : 'has none';
    throw new CommandFailed(`${place}: there is no section "${section.name}" in shop.config.ts, which ${those}`);
  }
  const [issue] = part.settings.safeParse(section.settings).error?.issues ?? [];
  if (issue) throw new CommandFailed(`${place}, settings ${issue.path.join(' ')}: ${issue.message}`);
}
