import { messageTransports } from '#api/services/messages/transports.ts';
import { paymentProviders } from '#api/services/payments/providers.ts';
import { flagOf } from '#cli/setup/flag-names.ts';
import type { StoreCommand } from './store-command.ts';

const actions = () => import('#cli/actions/demo.ts');

const setupExamples = `
Examples:
  store setup                                                     Asks for each setting
  store setup --site-url https://shop.example --name "Meena Stores"
  SMTP_URL=smtp://… store setup --site-url https://shop.example --name "Meena Stores" --mail-from orders@shop.example

It writes the settings to .env, or to the file that ENV_FILE names, readable by its owner only; the shop and the other commands read it.
Variables of the environment count as given: pass passwords and keys so, because other users can see flags. Lines that it does not know
are kept. Name and owner are stored in the shop itself. Run it again to change answers: it offers those that are stored. At the end it checks the shop like "store doctor".`;

export function setupCommand(program: StoreCommand): void {
  const setup = program
    .add('setup', 'Set up a shop for production: address, storage, mail, text messages, payment, name, owner', setupExamples)
    .option('--site-url <url>', 'public address, such as https://shop.example')
    .option('--name <name>', "the shop's name")
    .option('--legal-name <name>', 'legal name of the business')
    .option('--address <address>', 'its address, with pincode')
    .option('--state <state>', 'its State')
    .option('--gstin <gstin>', 'its GSTIN, or "none" for a business without one')
    .option('--support-email <mail>', 'your mail address, for orders and customers')
    .option('--support-phone <phone>', 'phone number for customers')
    .option('--officer-name <name>', 'name of the grievance officer')
    .option('--officer-designation <designation>', 'the designation of the grievance officer')
    .option('--officer-email <mail>', 'mail address of the grievance officer')
    .option('--officer-phone <phone>', 'phone number of the grievance officer')
    .option('--data-dir <folder>', 'folder for database and pictures')
    .option('--media-url <url>', 'S3-compatible storage for pictures and backups (s3://…), else the folder')
    .option('--aws-access-key-id <id>', 'key id of that storage')
    .option('--aws-secret-access-key <secret>', 'secret key of that storage')
    .option('--trust-proxy <0|1>', '1 behind a web server that sets X-Forwarded-For');
  for (const { name, question, isSecret } of [...messageTransports, ...paymentProviders].flatMap(({ settings }) => settings))
    if (question) setup.option(`${flagOf(name)} <${isSecret ? 'secret' : 'value'}>`, question);
  setup
    .option('--force', 'replace values that the file has')
    .runs(() => import('#cli/actions/setup.ts'), 'setUp', 'ask nothing and print the result as JSON');
}

const demoExamples = `
Examples:
  store demo
  DATA_DIR=./demo-data store demo
  store demo --photos      A shop with photographs in place of drawings
  store demo --force       In an existing shop
  store demo end           Ends the demo before the shop sells`;

export function demoCommand(program: StoreCommand): void {
  program
    .add('demo', 'Create the demo shop: products, pictures, settings and home page', demoExamples)
    .option('--photos', 'the second demo shop, whose pictures are photographs')
    .option('--force', 'also in an existing shop: replaces its settings and home page')
    .runs(actions, 'createDemo', 'print the summary as JSON')
    .add('end', 'End the demo: its sessions, codes, verifications, passwords and unsent messages are deleted')
    .runs(actions, 'endDemoNow', 'print what was ended as JSON');
}
