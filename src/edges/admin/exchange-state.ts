import { plainProblem } from '../../engine/problems/problem.ts';
import type { Behaviour, Behaviours } from '../../engine/responders/stateful.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Content, jsonContent } from '../../kernel/http.ts';
import type { Json } from '../../kernel/json.ts';
import { type StateRules, checkState } from './check-state.ts';
import { readdressLinks } from './readdress-links.ts';
import { ownerOf, sandboxOf } from './sandbox-of.ts';
import type { SandboxTime } from './sandbox-time.ts';
import { type StateDocument, toContents, toStateDocument } from './state-document.ts';

export interface StateParts extends Omit<StateRules, 'organization'> {
  readonly sandboxes: Pick<Sandboxes, 'contentsOf' | 'replace' | 'usageOf'>;
  readonly time: Pick<SandboxTime, 'read'>;
  /** Bytes of a document: what goes out can come in again. */
  readonly limit: number;
  /** Forgets what is kept of an organization outside of its sandbox. */
  readonly forget: (organization: Organization) => void;
}

/** Takes everything out of a sandbox as one document, and puts such a document in its place. */
export const exchangeState = (parts: StateParts): Behaviours => {
  const { sandboxes, time, limit, forget } = parts;

  const exportState: Behaviour = async (exchange) => {
    const owner = ownerOf(exchange);
    sandboxOf(exchange);
    checkSize((await sandboxes.usageOf(owner)).bytes, limit);
    const content = jsonContent(toStateDocument(await sandboxes.contentsOf(owner), owner));
    checkSize(content.byteLength, limit);
    return { status: 200, headers: { 'cache-control': 'no-store' }, content };
  };

  const importState: Behaviour = async (exchange) => {
    const organization = ownerOf(exchange);
    sandboxOf(exchange);
    const document = exchange.input.body as StateDocument;
    checkState(document, { ...parts, organization });
    const fitting = addressTo(document, organization.sandbox);
    const sandbox = await sandboxes.replace(organization, toContents(fitting));
    forget(organization);
    return { status: 200, headers: {}, content: summarize(document, time.read(sandbox)) };
  };

  return { exportState, importState };
};

const addressTo = (document: StateDocument, to: string): StateDocument =>
  document.sandbox === to
    ? document
    : {
        ...document,
        collections: readdressLinks(
          document.collections as unknown as Json,
          document.sandbox,
          to,
        ) as unknown as StateDocument['collections'],
      };

const summarize = ({ collections, contents }: StateDocument, clock: object): Content =>
  jsonContent({
    documents: Object.values(collections).reduce((count, { documents }) => count + documents.length, 0),
    contents: Object.keys(contents).length,
    clock,
  });

const checkSize = (bytes: number, limit: number): void => {
  if (bytes <= limit) return;
  throw plainProblem(507, {
    detail: `The state of this sandbox takes ${String(bytes)} bytes or more, and a document may have ${String(limit)}: raise --max-state-bytes, or keep the data folder instead (--data).`,
  });
};
