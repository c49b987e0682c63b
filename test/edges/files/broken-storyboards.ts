/** A storyboard with a fault: where it must be shown, what must be said of it, and what to do. */
export interface BrokenStoryboard {
  readonly about: string;
  readonly text: string;
  /** `line:column`. */
  readonly at: string;
  readonly says: string;
  readonly remedy: string;
}

/** A storyboard of one step; `rest` follows the sentence of the step, and begins in line 9. */
const step = (rest: string): string => `storyboard: broken
title: Broken
clock: 2026-11-30T08:30:00Z
chapters:
  - title: One
    steps:
      - title: A step
        sentence: It says something.
${rest}`;

const ME = '        actions: [{ call: getOrganization }]\n';

/** The YAML, and its shape. */
const SHAPES: readonly BrokenStoryboard[] = [
  { about: 'an empty file', text: '', at: '1:1', says: 'the file is empty', remedy: 'start with "storyboard:"' },
  {
    about: 'a tab as indentation',
    text: 'storyboard: broken\nchapters:\n\t- title: A\n',
    at: '3:1',
    says: 'Tabs are not allowed',
    remedy: 'indent with spaces',
  },
  {
    about: 'an unknown key',
    text: step(`${ME}        prof: []\n`),
    at: '10:9',
    says: 'unknown key "prof"',
    remedy: 'did you mean "proof"',
  },
  {
    about: 'a missing sentence',
    text: step(ME).replace('        sentence: It says something.\n', ''),
    at: '7:9',
    says: 'is missing "sentence"',
    remedy: 'add it, for example',
  },
  {
    about: 'a sentence that is too long',
    text: step(ME).replace('It says something.', 'So. '.repeat(80)),
    at: '8:19',
    says: 'at most 240 characters',
    remedy: 'write a shorter one',
  },
  {
    about: 'an unknown persona',
    text: step(ME).replace('clock:', 'persona: trader\nclock:'),
    at: '3:10',
    says: 'dealer',
    remedy: 'marketplace',
  },
  {
    about: 'a chapter without steps',
    text: 'storyboard: broken\ntitle: Broken\nclock: 2026-11-30T08:30:00Z\nchapters:\n  - title: One\n    steps: []\n',
    at: '6:12',
    says: 'at least 1 entries',
    remedy: 'add one, or remove the list',
  },
  {
    about: 'a screen that the console does not have',
    text: step(`        look: ordres/1\n${ME}`),
    at: '9:15',
    says: 'must match',
    remedy: 'for example',
  },
  {
    about: 'a time without a time zone',
    text: step(ME).replace('08:30:00Z', '08:30'),
    at: '3:8',
    says: 'must be a time with a time zone',
    remedy: 'write, for example, 2026-11-30T08:30:00Z',
  },
];

/** Its calls. */
const CALLS: readonly BrokenStoryboard[] = [
  {
    about: 'an unknown operation',
    text: step('        actions: [{ call: getOrganisation }]\n'),
    at: '9:27',
    says: 'the description has no operation "getOrganisation"',
    remedy: 'did you mean "getOrganization"',
  },
  {
    about: 'an unknown operation of the control API',
    text: step('        actions: [{ control: advanceClok, body: { by: PT1M } }]\n'),
    at: '9:30',
    says: 'the control API has no operation "advanceClok"',
    remedy: 'did you mean "advanceClock"',
  },
  {
    about: 'an operation that no step may call',
    text: step('        actions: [{ control: resetSandbox }]\n'),
    at: '9:30',
    says: 'resetSandbox cannot be an action',
    remedy: 'did you mean "resetScenarios"',
  },
  {
    about: 'a proof that changes something',
    text: step(`${ME}        proof: [{ title: It holds, call: createOrder }]\n`),
    at: '10:42',
    says: 'a proof only reads',
    remedy: 'did you mean',
  },
  {
    about: 'a missing parameter',
    text: step("        actions:\n          - call: getOrder\n            params: { sellerId: '{{seller.uuid}}' }\n"),
    at: '10:13',
    says: 'getOrder needs the path parameter "uuid"',
    remedy: 'add it to params',
  },
  {
    about: 'an unknown parameter',
    text: step('        actions: [{ call: getOrganization, params: { sellr: a } }]\n'),
    at: '9:54',
    says: 'getOrganization has no parameter "sellr"',
    remedy: 'there',
  },
  {
    about: 'a value that no parameter can have',
    text: step(
      '        actions: [{ call: listWebhooks }]\n        proof: [{ title: So, control: listDeliveries, params: { status: LOST } }]\n',
    ),
    at: '10:73',
    says: 'is no value of the parameter "status"',
    remedy: 'must be one of',
  },
  {
    about: 'a body that does not fit',
    text: step('        actions: [{ control: advanceClock, body: { by: 5 } }]\n'),
    at: '9:56',
    says: 'does not match the API description',
    remedy: 'or add offContract: true',
  },
  {
    about: 'a missing body',
    text: step('        actions: [{ control: advanceClock }]\n'),
    at: '9:19',
    says: 'advanceClock requires a body',
    remedy: 'add body',
  },
  {
    about: 'a file for a call that takes none',
    text: step('        actions: [{ call: getOrganization, upload: { type: CMR } }]\n'),
    at: '9:44',
    says: 'getOrganization takes no file',
    remedy: 'use another call',
  },
  {
    about: 'a credential',
    text: step('        actions: [{ call: getOrganization, headers: { Authorization: Bearer abc } }]\n'),
    at: '9:55',
    says: 'would put a credential into the file',
    remedy: 'remove it',
  },
];

/** Its placeholders, what it saves, and its proofs. */
const VALUES: readonly BrokenStoryboard[] = [
  {
    about: 'an unknown placeholder',
    text: step('        look: orders/{{order}}\n' + ME),
    at: '9:15',
    says: '{{order}} is not a placeholder',
    remedy: 'there are',
  },
  {
    about: 'a value that nothing has saved',
    text: step("        actions: [{ call: getOrganization, headers: { X-A: '{{saved.order}}' } }]\n"),
    at: '9:60',
    says: '{{saved.order}} is not saved by an earlier action',
    remedy: 'add "save: { order: /uuid }"',
  },
  {
    about: 'braces that are never closed',
    text: step("        look: 'orders/{{saved.order'\n" + ME),
    at: '9:15',
    says: 'has an unclosed {{',
    remedy: 'add }}',
  },
  {
    about: 'a pointer that is none',
    text: step('        actions: [{ call: getOrganization, save: { org: organizationUuid } }]\n'),
    at: '9:57',
    says: 'is not a JSON Pointer',
    remedy: 'write /organizationUuid',
  },
  {
    about: 'a proof about an action that is not there',
    text: step(`${ME}        proof: [{ title: So, answer: 2, status: 200 }]\n`),
    at: '10:38',
    says: 'is 2, but the step has 1 actions',
    remedy: 'choose one of them',
  },
  {
    about: 'a proof of nothing',
    text: step(`${ME}        proof: [{ title: So, answer: 1 }]\n`),
    at: '10:17',
    says: 'proves nothing',
    remedy: 'add status, headers or body',
  },
  {
    about: 'a regular expression that is none',
    text: step(`${ME}        proof: [{ title: So, answer: 1, body: { /a: { matches: '(' } } }]\n`),
    at: '10:64',
    says: 'is not an accepted regular expression',
    remedy: 'use equals or oneOf',
  },
];

export const BROKEN_STORYBOARDS: readonly BrokenStoryboard[] = [...SHAPES, ...CALLS, ...VALUES];

/** More steps than a storyboard may have. */
export const TOO_LONG = `storyboard: broken\ntitle: Broken\nclock: 2026-11-30T08:30:00Z\nchapters:\n${'ab'
  .split('')
  .map(
    (title) =>
      `  - title: ${title}\n    steps:\n${'      - { title: A, sentence: B, actions: [{ call: getOrganization }] }\n'.repeat(31)}`,
  )
  .join('')}`;
