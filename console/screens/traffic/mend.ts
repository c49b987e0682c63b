import type { WholeExchange } from '../../../src/generated/control-schemas.ts';
import { type Draft, toDraft, whyNotSent } from './draft.ts';

interface Mended {
  readonly draft: Draft;
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

/** The refused request with the header that it lacked; undefined if another part of it has to change. */
export const mend = (exchange: WholeExchange): Mended | undefined => {
  if (whyNotSent(exchange) !== undefined) return undefined;
  const header = headerFor(exchange);
  if (header === undefined) return undefined;
  const draft = toDraft(exchange);
  const [name, after] = header;
  return {
    draft: { ...draft, headers: { ...draft.headers, [name.toLowerCase()]: after } },
    changes: [{ name, before: draft.headers[name.toLowerCase()] ?? 'absent', after }],
  };
};

const headerFor = ({
  problemType,
  response,
  request,
  status,
}: WholeExchange): readonly [string, string] | undefined => {
  if (problemType === 'idempotency-key-reused' || problemType === 'idempotency-key-required')
    return ['Idempotency-Key', crypto.randomUUID()];
  if (problemType === 'version-mismatch' || problemType === 'precondition-required') {
    const version = versionIn(response.body?.json);
    return version === undefined ? undefined : ['If-Match', `"${version}"`];
  }
  if (status === 406) return ['Accept', 'application/json'];
  if (status === 415 && request.body !== null)
    return ['Content-Type', response.headers['accept'] ?? 'application/json'];
  return undefined;
};

const versionIn = (problem: unknown): string | undefined => {
  const current = (problem as { readonly currentResource?: { readonly version?: unknown } } | undefined)
    ?.currentResource;
  const version = current?.version;
  return typeof version === 'number' ? String(version) : undefined;
};
