import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { BESIDE_SDK, LAYERS, RESOURCES, SDK } from './layers.ts';

/** What each file, or each folder, imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The height of the layer of a file of `src`; -1 if it is in none. */
const layerOf = (file: string): number => {
  const [, folder = '', ...deeper] = file.split('/');
  return LAYERS.findIndex(({ folders }) => folders.includes(deeper.length === 0 ? '*.ts' : folder));
};

/** The files of `src` and `console` with those that they import; types count, and so does `await import()`. */
const readImports = (root: string): Graph => {
  const files = new Set(globSync('{src,console}/**/*.{js,ts,tsx}', { cwd: root }).sort());
  if (files.size === 0) throw new Error(`there are no modules in ${root}/src`);
  const importsOf = (file: string): readonly string[] =>
    ts
      .preProcessFile(readFileSync(path.join(root, file), 'utf8'))
      .importedFiles.map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName))
      .filter((imported) => files.has(imported));
  return new Map(Array.from(files, (file) => [file, new Set(importsOf(file))]));
};

const KNOWN_TO_CONSOLE = ['admin-types', 'control-schemas', 'words'].map((name) => `src/generated/${name}.ts`);

const exceptionOf = (file: string): string | undefined =>
  Object.keys(BESIDE_SDK).find((place) => file.startsWith(place));

const isBesideSdk = (from: string, to: string): boolean =>
  from.startsWith('src/vat/') && to.startsWith('src/engine/') && to !== SDK;

/** Why a file must not import another. */
const faultOf = (from: string, to: string): string | undefined => {
  if (from.startsWith('console/')) {
    return to.startsWith('console/') || KNOWN_TO_CONSOLE.includes(to)
      ? undefined
      : 'the console knows the server by the types of the control API and the words of spec/words.yaml alone';
  }
  if (to.startsWith('console/')) return 'the console is not part of the server';
  if (isBesideSdk(from, to) && exceptionOf(from) === undefined)
    return `src/vat imports of the engine what users get, ${SDK}; exceptions are in scripts/layers/layers.ts`;
  const [importing, imported] = [layerOf(from), layerOf(to)];
  if (importing === -1 || imported <= importing) return undefined;
  return `the layer "${LAYERS[importing]?.name ?? ''}" imports from itself and from lower ones only (scripts/layers/layers.ts)`;
};

/** Folders stand for all that lies below them: an import joins two neighbours, or a folder and one in it. */
const toFolders = (imports: Graph): Graph => {
  const folders = new Map<string, Set<string>>();
  for (const [file, others] of imports) {
    for (const other of others) {
      if (file.startsWith(RESOURCES) && other.startsWith(RESOURCES)) continue;
      const [from, to] = [path.posix.dirname(file).split('/'), path.posix.dirname(other).split('/')];
      const differing = to.findIndex((name, depth) => name !== from[depth]);
      const depth = (differing === -1 ? to.length : differing) + 1;
      const [importing, imported] = [from.slice(0, depth).join('/'), to.slice(0, depth).join('/')];
      if (importing === imported) continue;
      folders.set(importing, (folders.get(importing) ?? new Set()).add(imported));
    }
  }
  return folders;
};

/** The cycles that a walk through the graph meets: at least one if there are any. */
const cyclesIn = (graph: Graph): readonly string[] => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) {
      cycles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '));
      return;
    }
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...trail, node]);
    done.add(node);
  };
  for (const node of [...graph.keys()].sort()) walk(node, []);
  return cycles;
};

/**
 * What the layers forbid below `src` and `console` of a folder: imports, and cycles of files or folders.
 *
 * @param root the folder in which `src` lies
 */
export const checkLayers = (root: string): readonly string[] => {
  const imports = readImports(root);
  return [
    ...[...imports.keys()]
      .filter((file) => file.startsWith('src/') && layerOf(file) === -1)
      .map((file) => `${file}: every folder of src is part of a layer: add it to scripts/layers/layers.ts`),
    ...[...imports].flatMap(([from, others]) =>
      [...others].flatMap((to) => {
        const fault = faultOf(from, to);
        return fault === undefined ? [] : [`${from} -> ${to}: ${fault}`];
      }),
    ),
    ...cyclesIn(imports).map(
      (cycle) => `${cycle}: files import each other: move what both need into a file of its own`,
    ),
    ...cyclesIn(toFolders(imports)).map(
      (cycle) => `${cycle}: folders import each other: one of them has to stand below the other`,
    ),
  ];
};
