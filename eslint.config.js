import { builtinModules } from 'node:module';
import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * @typedef {{ name: string, message: string }} Named
 * @typedef {object} Restrictions
 * @property {Named[]} [globals]
 * @property {(Named & { importNames?: string[] })[]} [paths]
 * @property {{ regex: string, message: string }[]} [patterns]
 * @property {{ object: string, property: string, message: string }[]} [properties]
 * @property {{ selector: string, message: string }[]} [syntax]
 */

const everywhere = {
  paths: builtinModules
    .filter((name) => !name.startsWith('node:'))
    .map((name) => ({ name, message: `Write node:${name}.` })),
  // An older Node has to run what brings the one that runs TypeScript.
  patterns: [
    {
      regex: '^\\.{1,2}/.*(?<!\\.(tsx?|json)|/install-folder\\.js)$',
      message: 'Node runs the sources as they are: write .ts.',
    },
  ],
};

/**
 * A later block replaces the options of an earlier one, so every block states its restrictions whole.
 *
 * @param {Restrictions} more
 * @returns {import('eslint').Linter.RulesRecord}
 */
const restrict = ({ globals = [], paths = [], patterns = [], properties = [], syntax = [] }) => ({
  'no-restricted-globals': ['error', { globals, checkGlobalObject: true }],
  'no-restricted-imports': [
    'error',
    { paths: [...everywhere.paths, ...paths], patterns: [...everywhere.patterns, ...patterns] },
  ],
  'no-restricted-properties': properties.length > 0 ? ['error', ...properties] : 'off',
  'no-restricted-syntax': ['error', ...syntax, ...patterns.map(lateImport)],
});

/** The rule above sees static imports only. */
const lateImport = (/** @type {{ regex: string, message: string }} */ { regex, message }) => ({
  selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`,
  message,
});

const named = (/** @type {string[]} */ names, /** @type {string} */ message) =>
  names.map((name) => ({ name, message }));

const timers = ['setTimeout', 'setInterval', 'setImmediate'];
const timerModules = ['node:timers', 'node:timers/promises'];

const message = 'Time and chance are arguments: use the Clock or Random port. Only src/edges/system asks the machine.';
const machine = {
  globals: named([...timers, 'performance'], message),
  paths: [
    ...named([...timerModules, 'node:perf_hooks'], message),
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
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message },
    { selector: 'CallExpression[callee.name="Date"]', message },
  ],
};

const noSleep = 'Tests never sleep: advance the clock and await mock.idle(). Waiting for real belongs in test/support.';
const sleeping = { globals: named(timers, noSleep), paths: named(timerModules, noSleep) };

/** The commands use createMock like everybody else. That no import leads upwards is checked by scripts/floors.ts. */
const ofCommands = [
  {
    regex: '^(\\.\\./)+composition/(?!create-mock\\.ts$)',
    message: 'The command line uses createMock like everybody else.',
  },
];

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

export default defineConfig(
  // Examples import packages that only their readers have.
  globalIgnores(['dist/', 'coverage/', 'src/generated/', 'docs/examples/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      'no-duplicate-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      eqeqeq: 'error',
      'no-undef': 'off', // tsc knows better, in JavaScript files too
    },
  },

  { files: ['**/*.{ts,tsx}'], rules: restrict({}) },
  { files: ['console/**/*.{ts,tsx}'], rules: restrict({ syntax: refusedByBrowser }) },
  { files: ['src/**/*.ts'], rules: restrict(machine) },
  { files: ['src/commands/**/*.ts'], rules: restrict({ ...machine, patterns: ofCommands }) },
  {
    files: ['src/edges/admin/**/*.ts'],
    ignores: ['src/edges/admin/access/**', 'src/edges/admin/behaviour/**'],
    rules: restrict({ ...machine, syntax: [...machine.syntax, ...requestCasts] }),
  },
  { files: ['src/edges/system/**/*.ts'], rules: restrict({}) },
  // The attacks and the proofs of endurance measure running servers: they wait for real.
  {
    files: ['test/**/*.ts'],
    ignores: ['test/support/**', 'test/attack/**', 'test/endurance/**'],
    rules: restrict(sleeping),
  },
  {
    files: ['{test,judges}/**/*.ts'],
    rules: {
      // Bodies of answers are `any` until an assertion looks at them.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['judges/**/*.ts'],
    rules: {
      // What they use is installed with the first run of `npm run judges`; until then its types are unknown.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
