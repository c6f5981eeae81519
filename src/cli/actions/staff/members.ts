import type { Db, Tx } from '#api/database/schema/engine.ts';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import {
  addStaff,
  findStaffId,
  type LinkedMember,
  linkStaff,
  listStaff,
  removeStaff,
} from '#api/services/staff/staff-members.ts';
import { dim, formatIndianTime, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext, UsageError } from '#cli/process/command.ts';
import { userName } from '#cli/process/denied.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import { adminAddStaffCall, type StaffMember } from '#lib/contract/admin/staff-members.ts';
import { STAFF_LINK_MINUTES } from '#lib/contract/lifetimes.ts';

/** Runs a change of staff under the name of the system's user. */
const change = <Result>(work: (tx: Tx, changer: { command: string }) => Promise<Result>): Promise<Result> =>
  changeStore((tx) => work(tx, { command: `owner:${userName()}` }));

/** The number of somebody on the list. Throws `CommandFailed` when there is none with this address. */
async function requireId(db: Db, mail: string): Promise<number> {
  const id = await findStaffId(db, mail);
  if (id === undefined) throw new CommandFailed(`Nobody with the address ${mail} may sign in. See: store staff list`);
  return id;
}

function printLink({ token, ...member }: LinkedMember, flags: OutputOptions, done: string): void {
  const { admin, siteUrl } = inspectConfiguration(commandContext().env).configuration;
  const address = admin.origin ?? siteUrl;
  const link = `${address}/admin/setup?link=${token}`;
  print({ ...member, link }, flags, () =>
    [green(done), link, dim(`The link works once, for ${STAFF_LINK_MINUTES} minutes, and is not shown again.`)].join('\n'),
  );
}

export async function createStaff(
  mail: string,
  { name, packer, ...flags }: OutputOptions & { name?: string; packer?: boolean },
): Promise<void> {
  const parsed = adminAddStaffCall.body.safeParse({ email: mail, name, role: packer ? 'packer' : 'owner' });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(`The ${issue?.path[0] === 'name' ? 'name' : 'address'} cannot be used: ${issue?.message}`);
  }
  const added = await change(async (tx, changer) => {
    if ((await findStaffId(tx, mail)) !== undefined)
      throw new CommandFailed(`${mail} is on the list already. Print a new link: store staff link ${mail}`);
    return addStaff(tx, changer, parsed.data);
  });
  printLink(added, flags, `${added.name} is ${added.role} once they have opened this link:`);
}

export async function createLink(mail: string, flags: OutputOptions): Promise<void> {
  const linked = await change(async (tx, changer) => linkStaff(tx, changer, await requireId(tx, mail)));
  printLink(linked, flags, `${linked.name} chooses a new password and a new app with this link:`);
}

export async function deleteStaff(mail: string, flags: OutputOptions): Promise<void> {
  const id = await change(async (tx, changer) => {
    const found = await requireId(tx, mail);
    await removeStaff(tx, changer, found);
    return found;
  });
  print({ removed: id }, flags, () => green(`${mail} is signed out and cannot sign in any more.`));
}

function describeAll(staff: readonly StaffMember[]): string {
  const cells = staff.map(({ name, email, role, has_signed_in, last_seen_at }) => ({
    name,
    mail: email,
    role,
    'last seen': last_seen_at ? formatIndianTime(last_seen_at) : has_signed_in ? 'signed out' : 'has not opened the link',
  }));
  return formatTable(cells, [], dim('Nobody may sign in yet. Add an owner: store staff add MAIL'));
}

export async function showStaff(flags: OutputOptions): Promise<void> {
  print(await withStore(listStaff), flags, describeAll);
}
