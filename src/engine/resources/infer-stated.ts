import { pointerKeys } from '../../kernel/json-pointer.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { Cursor } from '../contract/cursor.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { createExtensionReader } from '../contract/read-extensions.ts';
import type { MemberPath, ResourceOperation } from './resource.ts';

type Does = ResourceOperation['does'];

/** What `x-resource` says of an operation and of its path; nothing is kept by one that is left out. */
export type Stated = Readonly<
  Partial<{
    name: string | undefined;
    does: Does;
    sets: Readonly<Record<string, unknown>> | undefined;
    id: MemberPath | undefined;
    key: readonly string[] | undefined;
    request: MemberPath | undefined;
    response: MemberPath | undefined;
  }>
>;

const DOES: readonly Does[] = ['create', 'read', 'list', 'replace', 'patch', 'delete', 'action'];

const OF_OPERATION = `write false, or an object with "does", one of ${DOES.join(', ')}`;
const OF_PATH = 'write false, or an object with "name", "id" or "key"';
const OF_MEMBERS = 'write a list of members, such as ["data"], or [] for the whole body';

/**
 * `x-resource` overrides what is inferred: on a path item `false`, or the name of the resource, the member of its id and
 * those that name one thing; on an operation `false`, or what it does.
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
  const of = ({ pointer }: Operation): Stated | undefined => {
    const keys = pointerKeys(pointer);
    const path = root.at(...keys.slice(0, keys.at(-2) === 'additionalOperations' ? -2 : -1), 'x-resource');
    const operation = root.at(...keys, 'x-resource');
    if (path.node === false || operation.node === false) return undefined;
    const does = DOES.find((each) => each === operation.text('does'));
    if (path.exists && path.text('name') === undefined && !['id', 'key'].some((name) => path.at(name).exists))
      read.ignore(path, OF_PATH);
    if (operation.exists && does === undefined) read.ignore(operation, OF_OPERATION);
    const ofPath = { name: path.text('name'), id: readMembers(path.at('id')), key: readMembers(path.at('key')) };
    if (does === undefined) return ofPath;
    return {
      ...ofPath,
      does,
      sets: read.object(operation.at('sets'), 'write an object of members and their values'),
      request: readMembers(operation.at('body')),
      response: readMembers(operation.at('result')),
    };
  };
  return { of, findings };
};
