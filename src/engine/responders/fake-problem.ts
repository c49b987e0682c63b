import { type Content, jsonContent } from '../../kernel/http.ts';
import { toSeed } from '../../kernel/random.ts';
import type { Contract, MediaType } from '../contract/contract.ts';
import type { Exchange } from '../exchange/exchange.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Adapts a faked problem to this request: `instance` is the request path, `traceId` its trace, and the type URI begins
 * with this server's address instead of the description's. A generated problem takes type, title and status from one of
 * the response's examples, since a schema cannot express that they belong together.
 */
export const createProblemFaker = ({ problemBase: described }: Contract, problemBase: () => string) => {
  return (body: Content, content: MediaType, { request, traceId }: Exchange, seed: string): Content => {
    // The members of problems in other descriptions are unknown here, so they are left alone.
    if (described === undefined) return body;
    const { examples } = content;
    const model = examples.some(({ value }) => value === body.value)
      ? {}
      : pick(examples[Math.abs(toSeed(seed)) % Math.max(1, examples.length)]?.value, [
          'type',
          'title',
          'status',
          'detail',
        ]);
    const value = { ...(body.value as Members), ...model };
    const type = String(value['type']).replace(described, problemBase());
    return jsonContent({ ...value, type, instance: request.path, traceId }, body.mediaType);
  };
};

const pick = (value: unknown, keys: readonly string[]): Members =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)))
    : {};
