import type { StoreCommand } from './store-command.ts';

const actions = () => import('#cli/actions/staff/members.ts');

const staffExamples = `
Examples:
  store staff add asha@shop.example
  store staff add pavan@shop.example --name Pavan --packer
  store staff link asha@shop.example
  store staff list

A link works once, for 30 minutes, and is shown here only: send it to nobody but the person that it is for.
An owner may do everything. A packer sees orders to pack, the amount to collect and stock.`;

export function staffCommand(program: StoreCommand): void {
  const staff = program.add('staff', 'Let people sign in to the admin of the shop', staffExamples);
  staff
    .add('add', 'Add an owner, or a packer, and print the link with which they choose a password')
    .argument('<mail>', 'email address of the person')
    .option('--name <name>', 'the name that others see (default: the first part of the address)')
    .option('--packer', 'a packer, who sees no lists of money, refunds or reports')
    .runs(actions, 'createStaff');
  staff.add('list', 'List everyone who may sign in').runs(actions, 'showStaff');
  staff
    .add('link', 'Print a new link, which lets somebody in again with a new password and a new app')
    .argument('<mail>', 'email address of the person')
    .runs(actions, 'createLink');
  staff
    .add('remove', 'Remove somebody, who is signed out at once; the last owner stays')
    .argument('<mail>', 'email address of the person')
    .runs(actions, 'deleteStaff');
}
