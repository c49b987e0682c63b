import { amendEvent } from '../../engine/assumptions/amendment.ts';
import { toEnvelope } from '../../engine/events/event.ts';
import {
  type CallerOrganization,
  type DrawWebhookSecret,
  EVERY_ENDPOINT,
  messages,
  registerEndpoint,
  removeEndpoint,
  startDelivery,
  webhookEndpoints,
} from '../../engine/sdk.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { violation, problem } from '../policy/problem.ts';
import { DELIVERY_POLICY } from '../policy/delivery-policy.ts';
import {
  changeEndpoint,
  checkRoom,
  toNewWebhookEndpoint,
  toWebhookDelivery,
  toWebhookEndpoint,
} from '../webhook-endpoints/endpoints.ts';
import { historyOf, checkActive, findEndpoint, replayDelivery } from '../webhook-endpoints/deliveries.ts';

export interface WebhookBehaviourParts {
  /** Why deliveries to a URL are refused, to follow its name in a message; undefined if they are allowed. */
  readonly refusalOf: (url: string) => string | undefined;
  readonly drawSecret: DrawWebhookSecret;
}

/** "Webhook management": webhook endpoints, their history, redelivery and test fires. */
export const createWebhookBehaviours = ({ refusalOf, drawSecret }: WebhookBehaviourParts) => {
  /** Refuses a URL at registration that would be refused at delivery. */
  const checkUrl = (url: string): void => {
    const refusal = refusalOf(url);
    if (refusal !== undefined) throw violation('url', refusal, url);
  };

  return defineBehaviours({
    createWebhook: ({ body, organization, work }) => {
      const { url, events, partnerIds } = body;
      checkUrl(url);
      checkRoom(work, url);
      const endpoint = registerEndpoint(work, {
        url,
        subscriptions: events,
        sellers: toSellers(organization, partnerIds),
        administratorEmail: organization?.administratorEmail ?? '',
        secret: drawSecret,
      });
      return { status: 201, body: toNewWebhookEndpoint(endpoint) };
    },

    listWebhooks: ({ work }) => ({
      status: 200,
      body: { data: work.findAll(webhookEndpoints, EVERY_ENDPOINT).map(toWebhookEndpoint) },
    }),

    getWebhook: ({ path, work }) => ({ status: 200, body: toWebhookEndpoint(findEndpoint(work, path.id)) }),

    updateWebhook: async ({ path, body, organization, work, checkVersion }) => {
      const before = findEndpoint(work, path.id);
      checkVersion(toWebhookEndpoint(before));
      const { url = before.url, events = before.subscriptions, partnerIds, status = before.status } = body;
      if (url !== before.url) checkUrl(url);
      const sellers = partnerIds === undefined ? before.sellers : toSellers(organization, partnerIds ?? undefined);
      const changed = await changeEndpoint(work, before, { ...before, url, subscriptions: events, sellers, status });
      return { status: 200, body: toWebhookEndpoint(changed) };
    },

    deleteWebhook: async ({ path, work }) => {
      await removeEndpoint(work, findEndpoint(work, path.id));
      return { status: 204 };
    },

    listWebhookDeliveries: async ({ path, query, work }) => {
      const { id } = findEndpoint(work, path.id);
      return { status: 200, body: await historyOf(work, id, query) };
    },

    replayWebhookDelivery: ({ path, work }) => {
      const endpoint = findEndpoint(work, path.id);
      const delivery = replayDelivery(work, endpoint, path.deliveryId);
      return { status: 202, body: toWebhookDelivery(delivery) };
    },

    testWebhook: ({ path, body, sandbox, work }) => {
      const endpoint = findEndpoint(work, path.id);
      checkActive(endpoint);
      const { eventType, data } = body;
      const message = work.insert(messages, ({ random }) => {
        const event = { id: drawPrefixedId('evt_', random), type: eventType, createdAt: work.now, data };
        const envelope = toEnvelope(event, sandbox.organization);
        const sent = amendEvent(envelope, work.assumed.eventAmendments, { isVerbatim: true });
        return { eventId: event.id, eventType, body: stringifyJson(sent) };
      });
      return {
        status: 202,
        body: toWebhookDelivery(startDelivery(work, endpoint, message, DELIVERY_POLICY, { isTest: true })),
      };
    },
  });
};

/** "`partnerIds`: must be authorized partners." Assumption: webhook-partner-ids. */
const toSellers = (
  organization: CallerOrganization | undefined,
  partnerIds: readonly string[] | undefined,
): readonly string[] | undefined => {
  const sellers = partnerIds?.map((id) => id.toLowerCase());
  const unauthorized = sellers?.find((id) => organization?.sellers.some(({ uuid }) => uuid === id) !== true);
  if (unauthorized === undefined) return sellers;
  throw problem('forbidden', {
    detail: `partnerIds contains seller ${unauthorized}, which is not an authorized partner of your organization.`,
  });
};
