import type { Register } from '../../engine/assumptions/register.ts';
import type { Contract, Operation, Parameter } from '../../engine/contract/contract.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import type { Json } from '../../kernel/json.ts';

/** An operation of the API, ready to be tried. */
type ShownOperation = ReturnType<typeof toShown>;

/** Lists all operations of the API, in the order of the description. */
export type ListOperations = () => {
  readonly basePath: string;
  readonly data: readonly ShownOperation[];
};

/** Made once, when it is first asked for. */
export const createOperationList = (contract: Contract, { assumptions }: Register): ListOperations => {
  let list: ReturnType<ListOperations> | undefined;
  const make = () => ({
    basePath: contract.basePath,
    data: contract.operations.map((operation) => ({
      ...toShown(contract, operation),
      assumptions: assumptions.filter(({ where }) => where.includes(operation.id)).map(({ id }) => id),
    })),
  });
  return () => (list ??= make());
};

type Node = Readonly<Record<string, unknown>>;

/** A node of the description, with its `$ref` followed. */
const nodeAt = (document: unknown, pointer: string): Node => {
  const node = (valueAt(document, pointer) ?? {}) as Node;
  return typeof node['$ref'] === 'string' ? nodeAt(document, node['$ref']) : node;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const toShown = ({ document }: Contract, operation: Operation) => {
  const { id, method, path, pointer, parameters, security } = operation;
  const described = nodeAt(document, pointer);
  const [tag] = (described['tags'] ?? []) as readonly string[];
  const key = parameters.find(({ name }) => name === 'idempotency-key');
  return {
    operationId: id,
    method,
    path,
    summary: textOf(described['summary']),
    description: textOf(described['description']),
    tag: tag ?? null,
    public: security.length === 0,
    capabilities: [...new Set(operation.requiredCapabilities.map(({ capability }) => capability))],
    rateLimitCategory: operation.rateLimitCategory ?? null,
    idempotencyKey: key === undefined ? 'none' : key.required ? 'required' : 'optional',
    parameters: parameters.map((parameter) => toParameter(document, pointer, parameter)),
    body: toBody(operation),
    statuses: operation.responses.map(({ status }) => ({
      status,
      description: textOf(nodeAt(document, `${pointer}/responses/${status}`)['description']),
    })),
    assumptions: [] as readonly string[],
  } as const;
};

const toParameter = (document: unknown, pointer: string, parameter: Parameter) => {
  const { label, required, schema } = parameter;
  const described = describeParameter(document, pointer, parameter);
  const { example, default: usual, enum: values } = { ...(schema.schema as Node), ...described };
  const [first] = (values ?? []) as readonly unknown[];
  return {
    name: label,
    in: parameter.in,
    required,
    description: textOf(described['description']),
    example: (example ?? usual ?? first ?? null) as Json,
  };
};

/** Parameters of the path apply too, unless the operation has one of the same name. */
const describeParameter = (document: unknown, pointer: string, { label, in: place }: Parameter): Node => {
  const ofPath = pointer.slice(0, pointer.lastIndexOf('/'));
  for (const owner of [pointer, ofPath]) {
    const { length } = (nodeAt(document, owner)['parameters'] ?? []) as readonly unknown[];
    for (let index = 0; index < length; index++) {
      const described = nodeAt(document, `${owner}/parameters/${String(index)}`);
      if (described['name'] === label && described['in'] === place) return described;
    }
  }
  return {};
};

const toBody = ({ requestBody }: Operation) => {
  const [content] = requestBody?.contents ?? [];
  if (requestBody === undefined || content === undefined) return null;
  return {
    required: requestBody.required,
    mediaType: content.mediaType,
    examples: content.examples.map(({ name, value }) => ({ name, value: value as Json })),
  };
};
