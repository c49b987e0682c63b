import { ENGINE_CATALOGUE, isListed } from '../../../src/engine/problems/problem.ts';
import type { KnownValues } from './known-values.ts';

interface Operation {
  readonly responses: Record<string, unknown>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  required?: boolean;
  example?: unknown;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const METHODS: readonly string[] = ['get', 'put', 'post', 'delete', 'patch'];

const isOperation = (method: string, member: unknown): member is Operation =>
  METHODS.includes(method) && typeof member === 'object' && member !== null && 'responses' in member;

/** Both descriptions say once, and not at each operation, what any request can meet. A fault of the server is no answer. */
const ANYWHERE = [...ENGINE_CATALOGUE]
  .filter(([name, { status }]) => !isListed(name) && status < 500)
  .map(([, { status, title }]) => [String(status), title] as const);

/** Writes at each operation what any request can meet, which is how Schemathesis reads it. */
export const describeEveryStatus = ({ paths }: Description): void => {
  for (const [method, operation] of Object.values(paths).flatMap((item) => Object.entries(item)))
    if (isOperation(method, operation))
      for (const [status, title] of ANYWHERE)
        operation.responses[status] ??= {
          description: title,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        };
};

/**
 * Gives the parameters examples that this sandbox knows: all phases start from them. The operator must say which sandbox
 * is meant, which an access token says by itself.
 */
export const nameKnownValues = ({ components }: Description, known: KnownValues): void => {
  for (const parameter of Object.values(components.parameters)) {
    const full = `${parameter.in}.${parameter.name}`;
    const found = known.find((each) => each.operations === undefined && each.parameter === full);
    if (found !== undefined) [parameter.example] = found.values;
    if (full === 'query.sandbox') parameter.required = true;
  }
};
