import { existsSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IModule } from 'dependency-cruiser';
import { FLOORS } from './floors.ts';

const toPattern = (room: string): string =>
  room.endsWith('*.ts') ? `^src/${room.slice(0, -'*.ts'.length)}[^/]+\\.ts$` : `^src/${room}/`;

const PATTERNS = FLOORS.map(({ rooms }) => rooms.map(toPattern));

/** What a room must not import: everything in src but itself and the floors below. */
const roomRules = FLOORS.flatMap(({ name, rooms }, index) =>
  rooms.map((room): IForbiddenRuleType => ({
    name: `${room} stands on the floor "${name}" and imports from lower floors only (scripts/floors/floors.ts)`,
    severity: 'error',
    from: { path: toPattern(room) },
    to: { path: '^src/', pathNot: [toPattern(room), ...PATTERNS.slice(0, index).flat()] },
  })),
);

const RULES: readonly IForbiddenRuleType[] = [
  ...roomRules,
  {
    name: 'every folder of src stands on a floor: add it to scripts/floors/floors.ts',
    severity: 'error',
    from: { path: '^src/', pathNot: PATTERNS.flat() },
    to: {},
  },
  {
    name: 'the console knows the server by the types of the control API alone',
    severity: 'error',
    from: { path: '^console/' },
    to: { path: '^src/', pathNot: '^src/generated/admin-types\\.ts$' },
  },
  {
    name: 'the console is not part of the server',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^console/' },
  },
  {
    name: 'files import each other: move what both need into a file of its own',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'folders import each other: one of them has to stand below the other',
    severity: 'error',
    scope: 'folder',
    from: { path: '^src/' },
    to: { circular: true },
  },
];

/** The folders whose imports are checked. */
const CHECKED = ['src', 'console'];

/**
 * Imports below `src` and `console` of a folder that the floors forbid, and cycles; types count, and so does `await import()`.
 *
 * @param root the folder in which `src` lies
 */
export const checkFloors = async (root: string): Promise<readonly string[]> => {
  const { output } = await cruise(
    CHECKED.filter((folder) => existsSync(path.join(root, folder))),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: [...RULES] },
      includeOnly: '^(?:src|console)/',
      tsPreCompilationDeps: true,
      enhancedResolveOptions: { extensions: ['.ts', '.tsx'] },
    },
  );
  const { modules, summary } = output as ICruiseResult;
  if (modules.length === 0) throw new Error(`there are no modules in ${root}/src`);
  const violations = summary.violations.map(({ from, to, cycle = [], rule }) =>
    cycle.length === 0
      ? `${from} -> ${to}: ${rule.name}`
      : `${[from, ...cycle.map(({ name }) => name)].join(' -> ')}: ${rule.name}`,
  );
  return [...violations, ...nestedCycles(modules)];
};

/** To the cruiser a folder is all that lies below it: it does not see that one and a folder in it import each other. */
const nestedCycles = (modules: readonly IModule[]): readonly string[] => {
  const imports = new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${path.dirname(source)} -> ${path.dirname(resolved)}`),
    ),
  );
  const folders = [...new Set(modules.map(({ source }) => path.dirname(source)))].sort();
  return folders.flatMap((inner) =>
    folders
      .filter((outer) => inner.startsWith(`${outer}/`))
      .filter((outer) => imports.has(`${outer} -> ${inner}`) && imports.has(`${inner} -> ${outer}`))
      .map(
        (outer) =>
          `${outer} -> ${inner} -> ${outer}: folders import each other: one of them has to stand below the other`,
      ),
  );
};
