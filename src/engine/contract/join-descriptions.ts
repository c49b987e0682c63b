import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { childPointer, pointerKeys, valueAt } from '../../kernel/json-pointer.ts';
import { Cursor } from './cursor.ts';
import { ContractError, type Diagnostic } from './diagnostic.ts';
import { type DocumentOptions, findDescription, loadDocument, type LoadedDocument } from './load-document.ts';
import { findOrigin, noteOrigin } from './locate.ts';
import { UNMATCHED } from './overlay.ts';
import { readBasePath } from './read-contract.ts';
import { isSchemaObject, objectsIn, type SchemaObject } from './walk-schema.ts';

/** Loads descriptions that are served together. */
export const loadTogether = async (
  named: readonly string[],
  options: Pick<DocumentOptions, 'overlays'>,
): Promise<LoadedDocument> => {
  const files = await Promise.all(named.map((file) => findDescription(path.resolve(file))));
  const all: LoadedDocument[] = [];
  for (const file of files) {
    const others = files.filter((each) => each !== file).map((each) => pathToFileURL(each).href);
    all.push(await loadDocument(file, { ...options, others }));
  }
  const { findings, ...joined } = joinDescriptions(all);
  // What an overlay does need not match in each.
  const isMeant = ({ message, file, pointer }: Diagnostic): boolean =>
    message !== UNMATCHED ||
    all.every((loaded) => loaded.findings?.some((each) => each.file === file && each.pointer === pointer));
  return { ...joined, findings: findings.filter(isMeant) };
};

/** A member of a section, which may get another name. */
const PLACE = /^#\/(?:paths|webhooks|components\/[^/]+)\/[^/]+/;

/**
 * One document of several, so that all that follows knows one. Unless they share a base path, each path begins with its own.
 * Components whose names are taken get others. What else is at the top counts as in the first description that has it.
 */
const joinDescriptions = (all: readonly LoadedDocument[]) => {
  const findings: Diagnostic[] = [];
  const parts = all.map((loaded) => {
    const root = new Cursor(loaded.document, '#', loaded);
    const own = [...(loaded.findings ?? [])];
    const basePath = readBasePath(root.at('servers'), own);
    findings.push(...own.map((each) => ({ file: loaded.file, ...each })));
    return { loaded, root, basePath };
  });
  const basePaths = new Set(parts.map(({ basePath }) => basePath));
  const infoOf = (name: string): string => parts.map(({ root }) => root.at('info').text(name)).join(', ');
  const document: SchemaObject = {
    ...(Object.assign({}, ...all.map((loaded) => loaded.document).reverse()) as SchemaObject),
    // Schemas of 3.0 were converted to those of 3.1.
    openapi: all
      .map((loaded) => String(loaded.document['openapi']))
      .sort()
      .at(-1),
    info: { title: infoOf('title'), version: infoOf('version') },
    servers: basePaths.size === 1 ? all[0]?.document['servers'] : [],
    paths: {},
    webhooks: {},
    components: {},
  };
  /** The description that has what is there. */
  const homes = new Map<string, SchemaObject>();
  const owners = new Map<string, LoadedDocument>();
  for (const { loaded, root, basePath } of parts) {
    const taken = new Set(homes.keys());
    const renamed = new Map<string, string>();
    /** The new place of what a pointer leads to. */
    const move = (pointer: string): string =>
      pointer.replace(PLACE, (place) => {
        const [kind = '', ...keys] = pointerKeys(place);
        const kept = childPointer('#', kind, ...keys);
        if (kind === 'components') return taken.has(kept) ? `${kept}_${all.indexOf(loaded) + 1}` : kept;
        return kind === 'paths' && basePaths.size > 1 ? childPointer('#', kind, basePath + keys.join('')) : kept;
      });
    const kinds = Object.keys(root.at('components').object()).map((kind) => ['components', kind]);
    for (const section of [['paths'], ['webhooks'], ...kinds])
      for (const [name, { node, pointer: place }] of root.at(...section).entries()) {
        const moved = move(place);
        const shape = moved.replaceAll(/%7B.*?%7D/g, '{}');
        const owner = owners.get(shape) ?? loaded;
        if (owner !== loaded)
          throw new ContractError(
            `"${name}" is in ${owner.file}, too: give one of them a server URL with another path, or rename it by an overlay`,
            loaded,
          );
        owners.set(shape, loaded);
        if (section[1] === 'schemas' && moved !== place) renamed.set(name, moved);
        homes.set(moved, loaded.document);
        if (isSchemaObject(node))
          noteOrigin(node, findOrigin(loaded.document, place) ?? { file: loaded.file, pointer: place });
        const members = section.reduce((at, key) => (at[key] ??= {}) as SchemaObject, document);
        members[pointerKeys(moved).at(-1) ?? ''] = node;
      }
    followMoves(loaded, move, renamed);
  }
  const ids = Map.groupBy(
    all.flatMap((loaded) => [...new Set([...objectsIn(loaded.document['paths'])].map((each) => each['operationId']))]),
    (id) => id,
  );
  return {
    file: all[0]?.file ?? '',
    explainReference: (target: string) => all[0]?.explainReference(target) ?? '',
    document,
    findings,
    described: parts.map(({ loaded: { file }, basePath }) => ({ file, basePath })),
    sharedIds: new Set([...ids].filter(([, each]) => each.length > 1).map(([id]) => id)),
    rootOf: (pointer: string) => homes.get(PLACE.exec(pointer)?.[0] ?? ''),
  };
};

/** Follows references, in place, and the names of schemas that discriminators have. */
const followMoves = (
  { file, document }: LoadedDocument,
  move: (pointer: string) => string,
  renamed: ReadonlyMap<string, string>,
): void => {
  // Aliases of YAML share values.
  for (const node of new Set(objectsIn(document))) {
    const { $ref, discriminator, 'x-location': location } = node;
    // What this description lacks, another one may have.
    if (typeof $ref === 'string' && $ref.startsWith('#'))
      node['$ref'] = valueAt(document, $ref) === undefined ? path.basename(file) + $ref : move($ref);
    if (typeof location === 'string' && location.startsWith('/'))
      node['x-location'] = pointerKeys(move(childPointer('#', 'paths', location))).at(-1);
    if (renamed.size === 0 || !isSchemaObject(discriminator) || !('propertyName' in discriminator)) continue;
    const mapping = Object.entries(discriminator['mapping'] ?? {}).map(([name, target]) => [
      name,
      renamed.get(String(target)) ?? move(String(target)),
    ]);
    discriminator['mapping'] = Object.fromEntries([...renamed, ...mapping]) as SchemaObject;
  }
};
