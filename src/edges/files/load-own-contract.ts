import type { Assumption, AssumptionsFile } from '../../generated/assumptions-file.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { loadDocument } from '../../engine/contract/load-document.ts';
import { readContract } from '../../engine/contract/read-contract.ts';
import { type SchemaObject, asList, asObject, isSchemaObject, targetOf } from '../../engine/contract/walk-schema.ts';
import { loadContract } from '../../engine/validation/load-contract.ts';
import { PROBLEMS } from '../../vat/policy/problem.ts';
import { once } from '../../kernel/caches.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile, packageJson } from './package-files.ts';
import { preparedFiles } from './prepared-files.ts';

/**
 * The bundled API: its operations and its events. The files of the package do not change at runtime: all servers of a process
 * share what is loaded.
 */
export const loadOwnContract = once((): Promise<Contract> =>
  loadContract(packageFile('spec', 'openapi.yaml'), {
    trusted: true,
    prepared: preparedFiles,
    problems: PROBLEMS,
    asyncapi: packageFile('spec', 'asyncapi.yaml'),
  }),
);

/** The description of the control API. */
export const loadAdminContract = once((): Promise<Contract> =>
  loadContract(packageFile('spec', 'admin.yaml'), { trusted: true, prepared: preparedFiles, problems: PROBLEMS }),
);

/** The description of the control API for a server of a third-party description. */
export interface GeneralAdminContract extends Contract {
  /** Members of answers that only the bundled API has. */
  readonly hidden: ReadonlySet<string>;
}

const MARK = 'x-bundled-api';

const isMethod = (name: string): boolean => /^(?:get|put|post|delete|patch)$/.test(name);

/**
 * Without what is only about the bundled API: the mark is `true` on a call, a component, a member or an example, and a list of
 * values of an `enum` or of keywords within a schema. What refers to a marked component goes with it.
 */
export const loadGeneralAdminContract = once(async (): Promise<GeneralAdminContract> => {
  const loaded = await loadDocument(packageFile('spec', 'admin.yaml'), { prepared: preparedFiles });
  const hidden = new Set<string>();
  const isMarked = (node: unknown): boolean =>
    [node, targetOf(loaded.document, asObject(node))].some((each) => asObject(each)[MARK] === true);
  const general = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.filter((each) => !isMarked(each)).map(general);
    if (!isSchemaObject(node)) return node;
    const members = Object.entries(asObject(node['properties'])).flatMap(([name, each]) =>
      isMarked(each) ? name : [],
    );
    for (const name of members) hidden.add(name);
    const gone = new Set<unknown>([...members, ...asList(node[MARK])]);
    const keep = (name: string, each: unknown): unknown =>
      Array.isArray(each) && (name === 'required' || name === 'enum')
        ? each.filter((value) => !gone.has(value))
        : general(each);
    const left = Object.entries(node).filter(
      ([name, each]) => name !== MARK && !asList(node[MARK]).includes(name) && !isMarked(each),
    );
    return Object.fromEntries(left.map(([name, each]) => [name, keep(name, each)]));
  };
  const document = general(loaded.document) as SchemaObject;
  const paths = Object.entries(asObject(document['paths'])).filter(([, item]) =>
    Object.keys(asObject(item)).some(isMethod),
  );
  const used = new Set(
    paths.flatMap(([, item]) => Object.values(asObject(item)).flatMap((call) => asObject(call)['tags'])),
  );
  const tags = asList(document['tags']).filter((tag) => used.has(asObject(tag)['name']));
  const whole = { ...loaded, document: { ...document, tags, paths: Object.fromEntries(paths) } };
  return { ...readContract(whole, PROBLEMS), isForeign: false, hidden };
});

/** What the description leaves open, and the alternatives. */
export const loadAssumptions = once(async (): Promise<readonly Assumption[]> => {
  const schema = packageJson('spec', 'assumptions.schema.json');
  return (await loadYaml<AssumptionsFile>(packageFile('spec', 'assumptions.yaml'), schema)).assumptions;
});
