import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { runHere } from '../../support/command-line.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

const own = (file: string): Promise<string> => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');

const GOOD = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';

const NAMES = [
  ...['good.yaml', 'folder', 'lost-answer.yaml', 'as-json.json', 'dangling.yaml', 'schema.yaml', 'syntax.yaml'],
  ...[
    'swagger.yaml',
    'organizations.yaml',
    'types.yaml',
    'events.yaml',
    'events-syntax.yaml',
    'events-old.yaml',
    'sendd.yaml',
    'sendd-3.1.yaml',
    'structure.yaml',
  ],
  ...[
    'misspelt.yaml',
    'story.yaml',
    'unknown-key.yaml',
    'switched.yaml',
    'two-givens.yaml',
    'other-name.yaml',
    'missing.yaml',
  ],
];

let folder: TempFolder;
/** What is said of each of them: in one process, which takes its time to start. */
let said: readonly string[];
beforeAll(async () => {
  const organizations = await own('fixtures/organizations.yaml');
  folder = await createTempFolder({
    'good.yaml': GOOD,
    'folder/openapi.yaml': GOOD,
    'dangling.yaml': `${GOOD.replace('paths: {}\n', '')}paths:\n  /a:\n    get:\n      responses:\n        '200': { $ref: '#/nowhere' }\n`,
    'schema.yaml': `${GOOD.replace('paths: {}\n', '')}paths: {}\ncomponents:\n  schemas:\n    A:\n      type: strong\n    B:\n      pattern: '(['\n`,
    'syntax.yaml': 'openapi: 3.1.0\ninfo:\n\ttitle: A\n',
    'swagger.yaml': 'swagger: "1.2"\n',
    'organizations.yaml': organizations.replace('    dpaAccepted: true', '    dpaAcepted: true'),
    'types.yaml': organizations.replace('rateLimitTier: STANDARD', 'rateLimitTier: GOLD'),
    'events.yaml':
      'asyncapi: 3.0.0\ninfo: { title: A, version: "1" }\nchannels:\n  a:\n    $ref: "#/components/nowhere"\n',
    'sendd-3.1.yaml':
      'asyncapi: 3.1.0\ninfo: { title: A, version: "1" }\nchannels: { a: { address: a } }\noperations:\n  b:\n    action: sendd\n    channel: { $ref: "#/channels/a" }\n',
    'sendd.yaml':
      'asyncapi: 3.0.0\ninfo: { title: A, version: "1" }\nchannels: { a: { address: a } }\noperations:\n  b:\n    action: sendd\n    channel: { $ref: "#/channels/a" }\n',
    'structure.yaml': `${GOOD.replace('paths: {}\n', '')}paths:\n  /a:\n    get:\n      tags: none\n      responses:\n        '204': { description: Done }\n`,
    'events-syntax.yaml': 'asyncapi: 3.0.0\ninfo:\n\ttitle: A\n',
    'lost-answer.yaml': await own('scenarios/idempotency/lost-answer.yaml'),
    'as-json.json': '{ "scenario": "of-any-name", "steps": [{ "on": "createOrder", "reply": "pass" }] }',
    'misspelt.yaml':
      'scenario: misspelt\nsteps:\n  - on: createOrdr\n    reply: { problem: internal-error }\nexpect:\n  - { event: kyc.done }\n',
    'story.yaml':
      'storyboard: story\ntitle: A story\nclock: 2026-11-30T08:30:00Z\nchapters:\n  - title: One\n    steps:\n      - { title: A, sentence: B, actions: [{ call: getOrganisation }] }\n',
    'unknown-key.yaml': '# a note first\nscenario: unknown-key\nstps: []\n',
    'switched.yaml':
      'scenario: switched\ngiven:\n  - assume:\n      etag-formt: weak\n      etag-format: waek\n      versioning-guarantees: semver\n  - fixture: order-ready\n    with: { cuont: 1 }\n',
    'two-givens.yaml': 'scenario: two-givens\ngiven:\n  - { assume: { etag-format: weak }, fixture: order-ready }\n',
    'other-name.yaml': 'scenario: another\nsteps:\n  - { on: createOrder, reply: pass }\n',
    'stories/one/first.yaml': 'scenario: first\nsteps:\n  - { on: createOrdr, reply: pass }\n',
    'stories/two/second.yaml': 'scenario: secnd\nsteps:\n  - { on: getOrdr, reply: pass }\n',
    'events-old.yaml': 'asyncapi: 2.6.0\ninfo: { title: A, version: "1" }\n',
  });
  const { stdout } = await runHere(['validate', ...NAMES.map((name) => folder.file(name))]);
  said = stdout.trimEnd().split('\n');
});
afterAll(() => folder.remove());

const saidOf = (name: string): readonly string[] => {
  const lines = said.filter((line) => line.includes(`/${name}:`));
  if (lines.length === 0) throw new Error(`nothing was said of ${name}:\n${said.join('\n')}`);
  return lines;
};

test('the files of the package are well', async () => {
  const { code, stdout, stderr } = await runHere(['validate']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const descriptions = ['spec/openapi.yaml', 'spec/admin.yaml', 'spec/asyncapi.yaml'];
  const names = [...descriptions, 'fixtures/organizations.yaml', 'scenarios', 'storyboards'];
  expect(stdout).toBe(names.map((name) => `${name}: ok\n`).join(''));
});

test.each(['good.yaml', 'folder', 'lost-answer.yaml', 'as-json.json', 'other-name.yaml'])('%s is well', (name) => {
  expect(saidOf(name)).toEqual([expect.stringMatching(/: ok$/)]);
});

test.each([
  ['story.yaml', [[7, /no operation "getOrganisation": did you mean "getOrganization"/]]],
  ['dangling.yaml', [[7, /\$ref "#\/nowhere" leads nowhere/]]],
  [
    'schema.yaml',
    [
      [7, /must be equal to one of the allowed values/],
      [9, /regular expression/],
    ],
  ],
  ['syntax.yaml', [[3, /./]]],
  ['swagger.yaml', [[1, /OpenAPI "1.2" is not served/]]],
  [
    'organizations.yaml',
    [
      [8, /is missing "dpaAccepted": add it/],
      [12, /unknown key "dpaAcepted"/],
    ],
  ],
  ['types.yaml', [[13, /STANDARD, HIGH_VOLUME, ENTERPRISE/]]],
  [
    'events.yaml',
    [
      [5, /#\/components\/nowhere/],
      [1, /no message is sent: expected operations/],
    ],
  ],
  ['sendd-3.1.yaml', [[6, /must be equal to one of the allowed values \(send, receive\)/]]],
  ['sendd.yaml', [[6, /must be equal to one of the allowed values \(send, receive\)/]]],
  ['structure.yaml', [[6, /must be array/]]],
  ['events-syntax.yaml', [[3, /./]]],
  ['events-old.yaml', [[1, /no message is sent: expected operations/]]],
  [
    'misspelt.yaml',
    [
      [3, /steps\[0\]\.on: the description has no operation "createOrdr": did you mean "createOrder"/],
      [6, /expect\[0\]\.event: there is no event "kyc\.done"/],
    ],
  ],
  ['unknown-key.yaml', [[3, /unknown key "stps": did you mean "steps"/]]],
  ['two-givens.yaml', [[3, /given\[0\] must have at most 1 keys/]]],
  [
    'switched.yaml',
    [
      [4, /given\[0\]\.assume\.etag-formt: there is no assumption "etag-formt": did you mean "etag-format"\?$/],
      [5, /etag-format has no alternative "waek": did you mean "weak"\? There are strong, weak, bare\.$/],
      [6, /versioning-guarantees cannot be switched\. /],
      [8, /given\[1\]\.with\.cuont: /],
    ],
  ],
  ['missing.yaml', [[1, /no such file/]]],
] as [string, [number, RegExp][]][])('%s has faults, each with its place', (name, faults) => {
  const lines = saidOf(name).map((line) => /^(.*?):(\d+):(\d+): (.*)$/.exec(line)?.slice(1) ?? [line]);
  expect(lines).toEqual(
    faults.map(([line, message]) => [
      expect.stringContaining(name),
      String(line),
      expect.stringMatching(/^[1-9]/),
      expect.stringMatching(message),
    ]),
  );
});

test('a folder of scenarios is checked as a whole', async () => {
  const stories = await runHere(['validate', folder.file('stories')]);
  expect(stories.code).toBe(1);
  // In a folder, a scenario has the name of its file; another name hides no other fault.
  expect(stories.stdout).toMatch(
    /first\.yaml:3:11: .*"createOrder".*\n.*second\.yaml:1:11: .*rename one of the two.*\n.*second\.yaml:3:11: .*"getOrder"/,
  );
});

test('one faulty file among others is enough to fail', async () => {
  const { code, stdout } = await runHere(['validate', folder.file('good.yaml'), folder.file('swagger.yaml')]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/good\.yaml: ok\n.*swagger\.yaml:1:1: /);
});
