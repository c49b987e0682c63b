import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import type { Sandboxes } from '../../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../../identity/organization.ts';
import { type Content, jsonContent } from '../../../kernel/http.ts';
import type { PlaceState } from '../../../control/state/place-state.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';
import type { SandboxTime } from '../../../control/clock/sandbox-time.ts';
import { type StateDocument, toStateDocument } from '../../../control/state/state-document.ts';

export interface StateParts {
  readonly sandboxes: Pick<Sandboxes, 'contentsOf' | 'usageOf'>;
  readonly time: Pick<SandboxTime, 'read'>;
  /** Bytes of a document: what goes out can come in again. */
  readonly limit: number;
  readonly place: PlaceState;
}

/** Takes everything out of a sandbox as one document, and puts such a document in its place. */
export const exchangeState = ({ sandboxes, time, limit, place }: StateParts): Behaviours => {
  const exportState: Behaviour = async (exchange) => {
    const owner = ownerOf(exchange);
    sandboxOf(exchange);
    const content = await readState(sandboxes, owner, limit);
    const headers = { 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="state.json"' };
    return { status: 200, headers, content };
  };

  const importState: Behaviour = async (exchange) => {
    const organization = ownerOf(exchange);
    sandboxOf(exchange);
    const document = exchange.input.body as StateDocument;
    const sandbox = await place(organization, document);
    return { status: 200, headers: {}, content: summarize(document, time.read(sandbox)) };
  };

  return { exportState, importState };
};

/** The state of a sandbox as the document that goes out; 507 when it is larger than one may be. */
export const readState = async (
  sandboxes: Pick<Sandboxes, 'contentsOf' | 'usageOf'>,
  owner: Organization,
  limit: number,
): Promise<Content> => {
  checkSize((await sandboxes.usageOf(owner)).bytes, limit);
  const content = jsonContent(toStateDocument(await sandboxes.contentsOf(owner), owner));
  checkSize(content.byteLength, limit);
  return content;
};

const summarize = ({ collections, contents }: StateDocument, clock: object): Content =>
  jsonContent({
    documents: Object.values(collections).reduce((count, { documents }) => count + documents.length, 0),
    contents: Object.keys(contents).length,
    clock,
  });

const checkSize = (bytes: number, limit: number): void => {
  if (bytes <= limit) return;
  throw problem('storage-full', {
    detail: `The state of this sandbox takes ${String(bytes)} bytes or more, and a document may have ${String(limit)}: raise --max-state-bytes, or keep the data folder instead (--data).`,
  });
};
