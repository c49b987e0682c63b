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

/** Storyboards that somebody got wrong: where the fault is shown, what is said of it, and what to do. */
export const BROKEN_STORYBOARDS: readonly (readonly [text: string, fault: string])[] = [
  ['', '1:1 the file is empty: start with "storyboard:" and a name, then add chapters.'],
  [step(`${ME}        prof: []\n`), '10:9 chapters[0].steps[0] has an unknown key "prof": did you mean "proof"?'],
  [
    step(ME).replace('        sentence: It says something.\n', ''),
    '7:9 chapters[0].steps[0] is missing "sentence": add it, for example',
  ],
  [
    step(ME).replace('It says something.', 'So. '.repeat(80)),
    '8:19 chapters[0].steps[0].sentence must have at most 240 characters: write a shorter one',
  ],
  [step(ME).replace('clock:', 'persona: trader\nclock:'), '3:10 persona must be one of dealer, marketplace'],
  [
    'storyboard: broken\ntitle: Broken\nclock: 2026-11-30T08:30:00Z\nchapters:\n  - title: One\n    steps: []\n',
    '6:12 chapters[0].steps must have at least 1 entries: add one, or remove the list',
  ],
  [
    step(`        look: ordres/1\n${ME}`),
    '9:15 chapters[0].steps[0].look must match ^(traffic|orders|buyers|webhooks|scenarios|report|reference)?([/?].*)?$, but is "ordres/1", for example "orders/{{saved.order}}".',
  ],
  [
    step(ME).replace('08:30:00Z', '08:30'),
    '3:8 clock: must be a time with a time zone, but is "2026-11-30T08:30": write, for example, 2026-11-30T08:30:00Z.',
  ],
  [
    step('        actions: [{ call: getOrganisation }]\n'),
    '9:27 chapters[0].steps[0].actions[0].call: the description has no operation "getOrganisation": did you mean "getOrganization"?',
  ],
  [
    step('        actions: [{ control: advanceClok, body: { by: PT1M } }]\n'),
    '9:30 chapters[0].steps[0].actions[0].control: the control API has no operation "advanceClok": did you mean "advanceClock"?',
  ],
  [
    step('        actions: [{ control: resetSandbox }]\n'),
    '9:30 chapters[0].steps[0].actions[0].control: resetSandbox cannot be an action: did you mean "changeSandbox"?',
  ],
  [
    step(`${ME}        proof: [{ title: It holds, call: createOrder }]\n`),
    '10:42 chapters[0].steps[0].proof[0].call: createOrder cannot prove anything here, since a proof only reads: did you mean',
  ],
  [
    step("        actions:\n          - call: getOrder\n            params: { sellerId: '{{seller.uuid}}' }\n"),
    '10:13 chapters[0].steps[0].actions[0]: getOrder needs the path parameter "uuid": add it to params.',
  ],
  [
    step('        actions: [{ call: getOrganization, params: { sellr: a } }]\n'),
    '9:54 chapters[0].steps[0].actions[0].params.sellr: getOrganization has no parameter "sellr": there are none.',
  ],
  [
    step(
      '        actions: [{ call: listWebhooks }]\n        proof: [{ title: So, control: listDeliveries, params: { status: LOST } }]\n',
    ),
    '10:73 chapters[0].steps[0].proof[0].params.status: "LOST" is no value of the parameter "status": it must be one of',
  ],
  [
    step('        actions: [{ control: advanceClock, body: { by: 5 } }]\n'),
    '9:56 chapters[0].steps[0].actions[0].body.by: the body for advanceClock does not match the API description: by must be string, but is integer. Correct it, or add offContract: true.',
  ],
  [
    step('        actions: [{ control: advanceClock }]\n'),
    '9:19 chapters[0].steps[0].actions[0]: advanceClock requires a body: add body.',
  ],
  [
    step('        actions: [{ call: getOrganization, upload: { type: CMR } }]\n'),
    '9:44 chapters[0].steps[0].actions[0].upload: getOrganization takes no file: use another call, or write body instead of upload.',
  ],
  [
    step('        actions: [{ call: getOrganization, headers: { Authorization: Bearer abc } }]\n'),
    '9:55 chapters[0].steps[0].actions[0].headers.Authorization: Authorization would put a credential into the file: remove it, the show signs in by itself.',
  ],
  [
    step('        look: orders/{{order}}\n' + ME),
    '9:15 chapters[0].steps[0].look: {{order}} is not a placeholder: there are',
  ],
  [
    step("        actions: [{ call: getOrganization, headers: { X-A: '{{saved.order}}' } }]\n"),
    '9:60 chapters[0].steps[0].actions[0].headers.X-A: {{saved.order}} is not saved by an earlier action: add "save: { order: /uuid }"',
  ],
  [
    step("        look: 'orders/{{saved.order'\n" + ME),
    '9:15 chapters[0].steps[0].look: has an unclosed {{: add }} after the name, or remove it.',
  ],
  [
    step('        actions: [{ call: getOrganization, save: { org: organizationUuid } }]\n'),
    '9:57 chapters[0].steps[0].actions[0].save.org: "organizationUuid" is not a JSON Pointer, which starts with a slash: write /organizationUuid.',
  ],
  [
    step(`${ME}        proof: [{ title: So, answer: 2, status: 200 }]\n`),
    '10:38 chapters[0].steps[0].proof[0].answer: is 2, but the step has 1 actions: choose one of them, counted from 1.',
  ],
  [
    step(`${ME}        proof: [{ title: So, answer: 1 }]\n`),
    '10:17 chapters[0].steps[0].proof[0]: proves nothing: add status, headers or body.',
  ],
  [
    step(`${ME}        proof: [{ title: So, answer: 1, body: { /a: { matches: '(' } } }]\n`),
    '10:64 chapters[0].steps[0].proof[0].body./a.matches: "(" is not an accepted regular expression (missing closing ): `(`): see https://github.com/google/re2/wiki/Syntax, or use equals or oneOf.',
  ],
];

/** More steps than a storyboard may have. */
export const TOO_LONG = `storyboard: broken\ntitle: Broken\nclock: 2026-11-30T08:30:00Z\nchapters:\n${'ab'
  .split('')
  .map(
    (title) =>
      `  - title: ${title}\n    steps:\n${'      - { title: A, sentence: B, actions: [{ call: getOrganization }] }\n'.repeat(31)}`,
  )
  .join('')}`;
