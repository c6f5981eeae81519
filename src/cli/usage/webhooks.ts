import { Option } from 'commander';
import { eventTypes } from '#api/services/events/event-types.ts';
import { deliveryStates } from '#api/services/webhooks/delivery-states.ts';
import { limitOption, wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import type { StoreCommand } from './store-command.ts';

const endpointsActions = () => import('#cli/actions/webhooks/endpoints.ts');
const deliveriesActions = () => import('#cli/actions/webhooks/deliveries.ts');

const webhookExamples = `
Examples:
  store webhooks add https://erp.example/haat
  store webhooks add https://hooks.example/1 --events order.placed,order.paid
  store webhooks test 1
  store webhooks deliveries --state failed
  store webhooks resend 12

Events: ${eventTypes.join(', ')}.
The secret of the signatures is shown once, when the webhook is added. docs/webhooks.md says how to receive events.`;

export function webhooksCommand(program: StoreCommand): void {
  const webhooks = program.add('webhooks', 'Send events, such as a placed order, to other programs', webhookExamples);
  webhooks
    .add('add', 'Add an address that events are posted to, and show its secret')
    .argument('<url>', 'https address of the receiver')
    .option('--events <types>', 'only these events, separated by commas')
    .runs(endpointsActions, 'createWebhook');
  webhooks.add('list', 'List all webhooks').runs(endpointsActions, 'showWebhooks');
  webhooks
    .add('remove', 'Remove a webhook with its deliveries')
    .argument('<id>', 'number of the webhook', wholeNumber(1))
    .runs(endpointsActions, 'deleteWebhook');
  webhooks
    .add('deliveries', 'List the newest deliveries')
    .option('--webhook <id>', 'only of this webhook', wholeNumber(1))
    .addOption(new Option('--state <state>', 'only in this state').choices(deliveryStates))
    .addOption(limitOption())
    .runs(deliveriesActions, 'showDeliveries', 'print as JSON, with the events');
  webhooks
    .add('resend', 'Send an event once more, with the same id')
    .argument('<delivery>', 'number of the delivery', wholeNumber(1))
    .runs(deliveriesActions, 'resendNow');
  webhooks
    .add('test', 'Post an event of type "test" now, and say what the receiver answers')
    .argument('<id>', 'number of the webhook', wholeNumber(1))
    .runs(deliveriesActions, 'sendTestEvent');
}
