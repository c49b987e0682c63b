import type { Ask } from '../src/commands/mcp.ts';
import type {
  Assumption,
  CoverageReport,
  DeliveryAwait,
  Exchange,
  Explanation,
  OrderGoal,
  OrderSummary,
  ScenarioStatus,
  WholeExchange,
} from '../src/generated/control-schemas.ts';

type Arguments = Readonly<Record<string, string | number | undefined>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For a model that has to choose. */
  readonly description: string;
  /** JSON Schemas of its arguments; those not in `required` may be left out. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** Changes the sandbox: offered only if changes are allowed. */
  readonly changes?: true;
  /** The control call without which it is of no use: not every description has orders. */
  readonly needs: string;
  readonly run: (ask: Ask, given: Arguments) => Promise<object>;
}

const text = (description: string): object => ({ type: 'string', description, maxLength: 200 });
const ORDER = text('UUID or externalOrderId of the order');

const at = (path: string, value: string | number | undefined, rest = ''): string =>
  `${path}/${encodeURIComponent(value ?? '')}${rest}`;

export const TOOLS: readonly Tool[] = [
  {
    name: 'find_operations',
    title: 'Find operations',
    description: 'Lists the operations of the API whose id, path or summary contains a text; without one, all of them.',
    properties: { text: text('such as "invoice"') },
    needs: '/description',
    run: async (ask, { text: wanted = '' }) => {
      const operations = operationsOf(await readDescription(ask)).map(({ operationId, method, path, summary }) => ({
        operationId,
        method,
        path,
        summary,
      }));
      const found = operations.filter((each) => contains(each, String(wanted)));
      return { operations: found.slice(0, MOST_OPERATIONS), found: found.length };
    },
  },
  {
    name: 'show_operation',
    title: 'Show an operation',
    description:
      'Shows what one operation takes and returns: parameters, headers, body with its schema and example, statuses. What a $ref names is in `named`.',
    properties: { operationId: text('as find_operations lists it') },
    required: ['operationId'],
    needs: '/description',
    run: async (ask, { operationId }) => {
      const description = await readDescription(ask);
      const found = operationsOf(description).find((each) => each.operationId === operationId);
      if (found === undefined)
        throw new Error(`There is no operation ${String(operationId)}: find_operations lists those that there are.`);
      const { operation, ...summary } = found;
      const { description: about, parameters, requestBody, responses } = operation;
      const takes = { parameters, requestBody };
      return {
        ...summary,
        about,
        ...takes,
        named: namedIn(takes, description),
        responses: shorten(responses, description),
      };
    },
  },
  {
    name: 'list_requests',
    title: 'List requests',
    description:
      'Lists the newest requests of the client with their outcome and the reason of each refusal. Begin here when a client misbehaves.',
    properties: {
      operationId: text('only of this operation'),
      outcome: { enum: ['refused', 'accepted'], description: 'refused: status 400 and above' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
    needs: '/requests',
    run: async (ask, { operationId, outcome, limit = 20 }) => {
      const { data } = (await ask('GET', '/requests', { query: { limit: '1000' } })) as {
        readonly data: readonly Exchange[];
      };
      const wanted = data.filter(
        (each) =>
          (operationId === undefined || each.operationId === operationId) &&
          (outcome === undefined || (outcome === 'refused') === each.status >= 400),
      );
      return { requests: wanted.slice(0, Number(limit)).map(toLine), found: wanted.length };
    },
  },
  {
    name: 'read_request',
    title: 'Read a request',
    description: 'Shows one request with headers and body, its response, and the events that it caused.',
    properties: { id: text('as list_requests has it, or the X-Mock-Request-Id of a response') },
    required: ['id'],
    needs: '/requests/{id}',
    run: async (ask, { id }) => {
      const exchange = (await ask('GET', at('/requests', id))) as WholeExchange;
      const { request, response, events } = exchange;
      return { ...toLine(exchange), request, response, events };
    },
  },
  {
    name: 'explain_request',
    title: 'Explain a request',
    description:
      'Says why a request got its response: the check that refused it, the rule of the API, and the smallest change that passes. Without an id, of the newest refusal.',
    properties: { id: text('as list_requests has it') },
    needs: '/requests/{id}/explain',
    run: async (ask, { id }) => {
      const wanted = id ?? (await newestRefusal(ask));
      const { request, answer, smallestChange, stages } = (await ask(
        'GET',
        at('/requests', wanted, '/explain'),
      )) as Explanation;
      const [refusal] = stages.filter(({ outcome }) => outcome === 'refused');
      return {
        id: wanted,
        request,
        answer,
        smallestChange,
        ...(refusal && {
          refusedBy: {
            check: refusal.stage,
            because: refusal.decision,
            rule: refusal.rule,
            assumptions: refusal.assumptions ?? [],
          },
        }),
        passed: stages.filter(({ outcome }) => outcome === 'passed').map(({ stage }) => stage),
      };
    },
  },
  {
    name: 'list_findings',
    title: 'List findings',
    description:
      'Lists mistakes that the server has seen the client make, though its requests were accepted: a token per call, a retry with a new key, no If-Match, and others. Each has a quote of the API and what to do instead.',
    properties: {},
    needs: '/findings',
    run: async (ask) => {
      const { data, notSeen } = (await ask('GET', '/findings')) as {
        readonly data: readonly object[];
        readonly notSeen: readonly object[];
      };
      return { findings: data, cannotBeSeen: notSeen };
    },
  },
  {
    name: 'show_coverage',
    title: 'Show coverage',
    description: 'Says which operations, problem types and events the client has not met yet: what is untested.',
    properties: {},
    needs: '/coverage',
    run: async (ask) => {
      const { summary, operations, problemTypes, events } = (await ask('GET', '/coverage')) as CoverageReport;
      return {
        summary,
        operations: operations.filter(({ calls }) => calls === 0).map(({ operationId }) => operationId),
        problemTypes: problemTypes.filter(({ count }) => count === 0).map(({ name }) => name),
        events: events.filter(({ count }) => count === 0).map(({ name }) => name),
      };
    },
  },
  {
    name: 'next_steps',
    title: 'Next steps of an order',
    description:
      'Lists the calls that an order allows now, with complete requests to copy, what blocks it, and what others or time can do. Without an order, lists orders.',
    properties: { order: ORDER },
    needs: '/orders/{uuid}/next',
    run: async (ask, { order }) => {
      if (order === undefined) return { orders: (await listOrders(ask)).map(toOrderLine) };
      return (await ask('GET', at('/orders', await findOrder(ask, order), '/next'))) as object;
    },
  },
  {
    name: 'list_scenarios',
    title: 'List scenarios',
    description:
      'Lists the scenarios that teach a client something (lost answers, 429, late webhooks, ...), with what each expects of the client; or one with its verdict so far.',
    properties: { name: text('only this one, with its verdict') },
    needs: '/scenarios',
    run: async (ask, { name }) => {
      if (name !== undefined) return (await ask('GET', at('/scenarios', name, '/verdict'))) as object;
      const { data } = (await ask('GET', '/scenarios')) as { readonly data: readonly ScenarioStatus[] };
      return {
        scenarios: data.map(({ name: each, teaches, client, active }) => ({ name: each, teaches, client, active })),
      };
    },
  },
  {
    name: 'wait_for_webhook',
    title: 'Wait for a webhook',
    description:
      'Waits in real time until a webhook has been delivered to the client, and shows its attempts; else says which deliveries came instead.',
    properties: {
      eventType: text('such as compliance.decision_made'),
      seconds: { type: 'integer', minimum: 1, maximum: 15, default: 5 },
    },
    needs: '/deliveries/await',
    run: async (ask, { eventType, seconds = 5 }) => {
      const body: DeliveryAwait = {
        status: 'DELIVERED',
        timeout: `PT${String(seconds)}S`,
        ...(eventType === undefined ? {} : { eventType: String(eventType) }),
      };
      return (await ask('POST', '/deliveries/await', { body })) as object;
    },
  },
  {
    name: 'list_assumptions',
    title: 'List assumptions',
    description:
      'Lists where the published API is silent and this server assumes something, by a text; do not build on these.',
    properties: { text: text('such as "If-Match"') },
    needs: '/assumptions',
    run: async (ask, { text: wanted = '' }) => {
      const { data } = (await ask('GET', '/assumptions')) as { readonly data: readonly Assumption[] };
      return { assumptions: data.filter((each) => contains(each, String(wanted))).slice(0, 10) };
    },
  },
  {
    name: 'play_scenario',
    title: 'Play a scenario',
    description: 'Activates a scenario in the sandbox: it answers the next requests of the client as it is written.',
    properties: { name: text('as list_scenarios has it') },
    required: ['name'],
    changes: true,
    needs: '/scenarios/{name}/activate',
    run: async (ask, { name }) => (await ask('POST', at('/scenarios', name, '/activate'))) as object,
  },
  {
    name: 'advance_clock',
    title: 'Advance the clock',
    description:
      'Lets time pass in the sandbox, in milliseconds of real time: retries, tokens, checks and deadlines come due.',
    properties: { by: text('an ISO 8601 duration, such as PT72H') },
    required: ['by'],
    changes: true,
    needs: '/clock/advance',
    run: async (ask, { by }) => (await ask('POST', '/clock/advance', { body: { by } })) as object,
  },
  {
    name: 'bring_order_to',
    title: 'Bring an order to a status',
    description:
      'Makes all calls and lets the time pass that bring an order to a status of the workflow, or to a verdict (VALID_EXPORT or VAT_APPLICABLE).',
    properties: { order: ORDER, goal: text('such as TRANSPORT_COMPLETED or VALID_EXPORT') },
    required: ['order', 'goal'],
    changes: true,
    needs: '/orders/{uuid}/goto',
    run: async (ask, { order, goal }) => {
      const body = (
        goal === 'VALID_EXPORT' || goal === 'VAT_APPLICABLE' ? { verdict: goal } : { status: goal }
      ) as OrderGoal;
      return (await ask('POST', at('/orders', await findOrder(ask, order), '/goto'), { body })) as object;
    },
  },
];

const toLine = ({
  id,
  receivedAt,
  method,
  path,
  operationId,
  status,
  problemType,
  reason,
  lost,
}: Exchange): object => ({
  id,
  receivedAt,
  method,
  path,
  operationId,
  status,
  ...(problemType !== null && { problemType, reason }),
  ...(lost && { lost }),
});

const contains = (value: object, wanted: string): boolean =>
  JSON.stringify(value).toLowerCase().includes(wanted.toLowerCase());

const newestRefusal = async (ask: Ask): Promise<string> => {
  const { data } = (await ask('GET', '/requests', { query: { limit: '1000' } })) as {
    readonly data: readonly Exchange[];
  };
  const found = data.find(({ status }) => status >= 400);
  if (found === undefined) throw new Error('No request has been refused yet: list_requests shows what was accepted.');
  return found.id;
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const listOrders = async (ask: Ask, name?: string): Promise<readonly OrderSummary[]> => {
  const query = { limit: '100', ...(name !== undefined && { q: name }) };
  return ((await ask('GET', '/records/orders', { query })) as { readonly data: readonly OrderSummary[] }).data;
};

const toOrderLine = ({ uuid, externalOrderId, status, compliance, decision }: OrderSummary) => ({
  uuid,
  externalOrderId,
  status,
  compliance,
  decision,
});

const findOrder = async (ask: Ask, wanted: string | number | undefined): Promise<string> => {
  const name = String(wanted);
  if (UUID.test(name)) return name;
  const found = (await listOrders(ask, name)).filter(({ externalOrderId }) => externalOrderId === name);
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(
      `${String(found.length)} orders are named "${name}": call next_steps without an order, and use a UUID.`,
    );
  return first.uuid;
};

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: unknown;
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
}

interface Description {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

const readDescription = async (ask: Ask): Promise<Description> => (await ask('GET', '/description')) as Description;

const operationsOf = ({ paths = {} }: Description) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({
        operationId: operation.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        operation,
      })),
  );

/** Of the largest descriptions not all are listed: a text finds those that are wanted. */
const MOST_OPERATIONS = 100;

/** Statuses with what they mean; their schemas would be long. */
const shorten = (responses: Operation['responses'] = {}, root: unknown): object =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { $ref } = response as { readonly $ref?: string };
      const { description = '' } = ($ref === undefined ? response : resolve($ref, root)) as {
        readonly description?: string;
      };
      return [status, description.split('\n')[0]];
    }),
  );

/** All that references lead to, each once: replaced in their places, those of some descriptions would be endless. */
const namedIn = (value: unknown, root: unknown): Readonly<Record<string, unknown>> => {
  const named = new Map<string, unknown>();
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    const { $ref } = each as { readonly $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('#/') && !named.has($ref)) {
      const found = resolve($ref, root);
      named.set($ref, found);
      visit(found);
    }
    for (const inner of Object.values(each)) visit(inner);
  };
  visit(value);
  return Object.fromEntries(named);
};

const resolve = (reference: string, root: unknown): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (place, name) =>
        (place as Readonly<Record<string, unknown>> | undefined)?.[
          decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
        ],
      root,
    );
