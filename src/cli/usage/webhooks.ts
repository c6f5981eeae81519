import { type Command, Option } from 'commander';
import { eventTypes } from '#api/services/events/event-types.ts';
import { deliveryStates } from '#api/services/webhooks/delivery-states.ts';
import { limitOption } from '#cli/arguments/limit-option.ts';
import { wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const webhookExamples = `
Examples:
  store webhooks add https://erp.example/haat
  store webhooks add https://hooks.example/1 --events order.placed,order.paid
  store webhooks test 1
  store webhooks deliveries --state failed
  store webhooks resend 12

Events: ${eventTypes.join(', ')}.
The secret of the signatures is shown once, when the webhook is added. docs/webhooks.md says how to receive events.`;

export function webhooksCommand(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('Send events, such as a placed order, to other programs')
    .addHelpText('after', webhookExamples);
  webhooks
    .command('add')
    .description('Add an address that events are posted to, and show its secret')
    .argument('<url>', 'https address of the receiver')
    .option('--events <types>', 'only these events, separated by commas')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/webhooks/endpoints.ts')).createWebhook));
  webhooks
    .command('list')
    .description('List all webhooks')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/webhooks/endpoints.ts')).showWebhooks));
  webhooks
    .command('remove')
    .description('Remove a webhook with its deliveries')
    .argument('<id>', 'number of the webhook', wholeNumber(1))
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/webhooks/endpoints.ts')).deleteWebhook));
  webhooks
    .command('deliveries')
    .description('List the newest deliveries')
    .option('--webhook <id>', 'only of this webhook', wholeNumber(1))
    .addOption(new Option('--state <state>', 'only in this state').choices(deliveryStates))
    .addOption(limitOption())
    .option('--json', 'print as JSON, with the events')
    .action(lazyAction(async () => (await import('#cli/actions/webhooks/deliveries.ts')).showDeliveries));
  webhooks
    .command('resend')
    .description('Send an event once more, with the same id')
    .argument('<delivery>', 'number of the delivery', wholeNumber(1))
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/webhooks/deliveries.ts')).resendNow));
  webhooks
    .command('test')
    .description('Post an event of type "test" now, and say what the receiver answers')
    .argument('<id>', 'number of the webhook', wholeNumber(1))
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/webhooks/deliveries.ts')).sendTestEvent));
}
