import { pointerKeys } from '../../kernel/json-pointer.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { Cursor } from '../contract/cursor.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { createExtensionReader } from '../contract/read-extensions.ts';
import type { MemberPath, ResourceOperation } from './resource.ts';

type Does = ResourceOperation['does'];

/** What `x-resource` says of an operation. */
interface StatedOperation {
  readonly does: Does | undefined;
  readonly sets: Readonly<Record<string, unknown>> | undefined;
  readonly request: MemberPath | undefined;
  readonly response: MemberPath | undefined;
}

/** What `x-resource` says of an operation and of its path; nothing is kept by one that is left out. */
export interface Stated extends Partial<StatedOperation> {
  readonly name?: string | undefined;
  readonly id?: MemberPath | undefined;
}

const DOES: readonly Does[] = ['create', 'read', 'list', 'replace', 'patch', 'delete', 'action'];

const isDoes = (text: unknown): text is Does => DOES.some((each) => each === text);

const OF_OPERATION = `write false, or an object with "does", one of ${DOES.join(', ')}`;
const OF_PATH = 'write false, or an object with "name", "id" or both';
const OF_MEMBERS = 'write a list of members, such as ["data"], or [] for the whole body';

/**
 * `x-resource` overrides what is inferred: on a path item `false`, or the name of the resource and the member of its id; on
 * an operation `false`, or what it does.
 */
export const readStated = (contract: Contract) => {
  const findings: Diagnostic[] = [];
  const read = createExtensionReader(findings);
  const root = new Cursor(contract.document, '#', { document: contract.document, explainReference: () => '' });

  const readMembers = (at: Cursor): MemberPath | undefined => {
    if (!at.exists) return undefined;
    const { node } = at;
    if (typeof node === 'string') return [node];
    if (Array.isArray(node) && node.every((name) => typeof name === 'string')) return node;
    read.ignore(at, OF_MEMBERS);
    return undefined;
  };

  /** Undefined for `false`: nothing is kept there. */
  const readAt = (place: Cursor, remedy: string, mayBe: (at: Cursor) => boolean): Cursor | undefined => {
    const at = place.at('x-resource');
    if (at.node === false) return undefined;
    const isMeant = read.object(at, remedy) !== undefined && mayBe(at);
    if (at.exists && !isMeant) read.ignore(at, remedy);
    return isMeant ? at : root.at('');
  };

  const of = ({ pointer }: Operation): Stated | undefined => {
    const keys = pointerKeys(pointer);
    const pathItem = root.at(...keys.slice(0, keys.at(-2) === 'additionalOperations' ? -2 : -1));
    const path = readAt(pathItem, OF_PATH, (at) => at.text('name') !== undefined || at.at('id').exists);
    const operation = readAt(root.at(...keys), OF_OPERATION, (at) => isDoes(at.text('does')));
    if (path === undefined || operation === undefined) return undefined;
    const does = operation.text('does');
    return {
      name: path.text('name'),
      id: readMembers(path.at('id')),
      does: isDoes(does) ? does : undefined,
      sets: read.object(operation.at('sets'), 'write an object of members and their values'),
      request: readMembers(operation.at('body')),
      response: readMembers(operation.at('result')),
    };
  };
  return { of, findings };
};
