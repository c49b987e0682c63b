import { builtinModules } from 'node:module';
import path from 'node:path';
import { type DummyRuleMap, defineConfig } from 'oxlint';

interface Named {
  readonly name: string;
  readonly message: string;
}

interface Syntax {
  readonly selector: string;
  readonly message: string;
}

interface Restrictions {
  readonly globals?: readonly Named[];
  readonly paths?: readonly (Named & { readonly importNames?: string[] })[];
  readonly properties?: readonly { readonly object: string; readonly property: string; readonly message: string }[];
  readonly syntax?: readonly Syntax[];
}

/** Imports, re-exports and late imports of modules whose names match. */
const imports = (regex: RegExp, message: string): Syntax => ({
  selector: `:matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression)[source.value=${String(regex)}]`,
  message,
});

const everywhere = [
  imports(new RegExp(`^(?:${builtinModules.filter((name) => !name.startsWith('node:')).join('|')})$`), 'Write node:.'),
  // An older Node has to run what brings the one that runs TypeScript, and what says that it is too old.
  imports(
    /^\.{1,2}\/.*(?<!\.(tsx?|json)|\/(install-folder|node-version)\.js)$/,
    'Node runs the sources as they are: write .ts.',
  ),
];

/** A later override replaces the options of an earlier one, so every override states its restrictions whole. */
const restrict = ({ globals = [], paths = [], properties = [], syntax = [] }: Restrictions): DummyRuleMap => ({
  'no-restricted-globals': ['error', { globals: [...globals], checkGlobalObject: true }],
  'no-restricted-imports': ['error', { paths: [...paths] }],
  'no-restricted-properties': ['error', ...properties],
  'vatmock/no-restricted-syntax': ['error', ...everywhere, ...syntax],
});

const named = (names: readonly string[], message: string): readonly Named[] => names.map((name) => ({ name, message }));

const timers = ['setTimeout', 'setInterval', 'setImmediate'];

const message = 'Time and chance are arguments: use the Clock or Random port. Only src/edges/system asks the machine.';
const machine = {
  globals: named([...timers, 'performance'], message),
  paths: [
    {
      name: 'node:crypto',
      importNames: ['randomUUID', 'randomBytes', 'randomInt', 'randomFill', 'randomFillSync', 'getRandomValues'],
      message,
    },
  ],
  properties: [
    { object: 'Date', property: 'now', message },
    { object: 'Math', property: 'random', message },
    { object: 'process', property: 'hrtime', message },
    { object: 'AbortSignal', property: 'timeout', message },
    { object: 'crypto', property: 'randomUUID', message },
    { object: 'crypto', property: 'randomBytes', message },
    { object: 'crypto', property: 'randomInt', message },
    { object: 'crypto', property: 'getRandomValues', message },
  ],
  syntax: [
    imports(/^node:(?:timers|timers\/promises|perf_hooks)$/, message),
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message },
    { selector: 'CallExpression[callee.name="Date"]', message },
  ],
};

const noSleep = 'Tests never sleep: advance the clock and await mock.idle(). Waiting for real belongs in test/support.';
const sleeping = { globals: named(timers, noSleep), syntax: [imports(/^node:timers(?:\/promises)?$/, noSleep)] };

/** The commands use createMock like everybody else. That no import leads upwards is checked by scripts/layers.ts. */
const compositionOfCommands = imports(
  /^(\.\.\/)+composition\/(?!(?:create-)?mock\.ts$)/,
  'The command line uses createMock like everybody else.',
);

const typedByDescription = 'The description types the request: say it in spec/admin.yaml, then npm run generate.';
const requestCasts = [
  'MemberExpression[property.name=/^(?:input|parameters|pathParameters)$/]',
  ':matches(TSAsExpression, TSTypeAssertion) MemberExpression[property.name=/^(?:body|path|query|header)$/]',
  ':matches(TSAsExpression, TSTypeAssertion) > Identifier[name=/^(?:body|path|query|header)$/]',
].map((selector) => ({ selector, message: typedByDescription }));

/** The content security policy of the console (src/edges/console) would stop it in the browser. */
const refusedByBrowser = [
  {
    selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
    message: 'Make elements: what others wrote is shown as text, and the page accepts no HTML.',
  },
  {
    selector: 'AssignmentExpression > MemberExpression.left[property.name=/^(?:innerHTML|outerHTML|srcdoc)$/]',
    message: 'Make elements: what others wrote is shown as text, and the page accepts no HTML.',
  },
  {
    selector: 'JSXAttribute[name.name="style"][value.type="Literal"]',
    message: 'Write style={{...}} or a class: the page accepts no style in HTML.',
  },
];

/** One level for rules, whose names are given as words. */
const rules = (level: 'error' | 'off', prefix: '' | 'typescript/', names: string): DummyRuleMap =>
  Object.fromEntries(names.match(/[\w-]+/g)?.map((name) => [prefix + name, level]) ?? []);

export default defineConfig({
  // Examples import packages that only their readers have.
  ignorePatterns: ['/dist/', '/coverage/', '/docs/examples/'],
  plugins: ['typescript'],
  jsPlugins: [path.join(import.meta.dirname, 'scripts', 'lint', 'plugin.ts')],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },

  categories: { correctness: 'error', suspicious: 'error', pedantic: 'error' },
  rules: {
    // Of the other categories: what typescript-eslint calls strict and stylistic.
    ...rules(
      'error',
      '',
      `eqeqeq no-duplicate-imports no-empty no-empty-function no-regex-spaces no-useless-assignment no-var prefer-const
       prefer-rest-params prefer-spread`,
    ),
    ...rules(
      'error',
      'typescript/',
      `adjacent-overload-signatures array-type ban-tslint-comment class-literal-property-style
       consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions
       consistent-type-definitions consistent-type-imports dot-notation no-dynamic-delete no-empty-object-type
       no-explicit-any no-import-type-side-effects no-inferrable-types no-invalid-void-type no-namespace
       no-non-null-assertion no-require-imports no-unnecessary-condition non-nullable-type-assertion-style prefer-find
       prefer-for-of prefer-function-type prefer-literal-enum-member prefer-optional-chain prefer-reduce-type-parameter
       prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with unified-signatures
       use-unknown-in-catch-callback-variable`,
    ),
    // Of these categories: matters of taste, limits of size, and what typescript/require-await knows better.
    ...rules(
      'off',
      '',
      `max-classes-per-file max-depth max-lines max-lines-per-function max-nested-callbacks no-inline-comments no-loop-func
       no-negated-condition no-new no-promise-executor-return no-shadow no-underscore-dangle no-unmodified-loop-condition
       require-await require-unicode-regexp sort-vars`,
    ),
    ...rules(
      'off',
      'typescript/',
      `consistent-return no-unsafe-type-assertion prefer-readonly-parameter-types require-array-sort-compare
       strict-boolean-expressions strict-void-return switch-exhaustiveness-check`,
    ),
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/restrict-plus-operands': [
      'error',
      { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
  },
  overrides: [
    {
      files: ['src/generated/**'],
      rules: rules(
        'off',
        'typescript/',
        'consistent-indexed-object-style no-duplicate-type-constituents no-redundant-type-constituents',
      ),
    },
    { files: ['**/*.{ts,tsx}'], rules: restrict({}) },
    { files: ['console/**/*.{ts,tsx}'], rules: restrict({ syntax: refusedByBrowser }) },
    { files: ['src/**/*.ts'], rules: restrict(machine) },
    {
      files: ['src/commands/**/*.ts'],
      rules: restrict({ ...machine, syntax: [...machine.syntax, compositionOfCommands] }),
    },
    {
      files: ['src/edges/admin/**/*.ts'],
      excludeFiles: ['src/edges/admin/access/**', 'src/edges/admin/behaviour/**'],
      rules: restrict({ ...machine, syntax: [...machine.syntax, ...requestCasts] }),
    },
    { files: ['src/edges/system/**/*.ts'], rules: restrict({}) },
    // The attacks and the proofs of endurance measure running servers: they wait for real.
    {
      files: ['test/**/*.ts'],
      excludeFiles: ['test/support/**', 'test/attack/**', 'test/endurance/**'],
      rules: restrict(sleeping),
    },
    // node:test itself awaits what these return.
    { files: ['clients/node/**/*.test.ts'], rules: rules('off', 'typescript/', 'no-floating-promises') },
    {
      files: ['{test,judges}/**/*.ts', 'mcp/*.test.ts'],
      // Bodies of answers are `any` until an assertion looks at them.
      rules: rules(
        'off',
        'typescript/',
        'no-non-null-assertion no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-member-access',
      ),
    },
  ],
});
