const step = (lines: string): string => `scenario: broken\nsteps:\n  - on: createOrder\n${lines}`;

/** Scenarios that somebody got wrong: where the first fault is shown, what is said of it, and what to do. */
export const BROKEN_SCENARIOS: readonly (readonly [text: string, fault: string])[] = [
  ['', '1:1 the file is empty: start with "scenario:" and a name, then add steps.'],
  [
    'scenario: broken\nsteps:\n\t- on: createOrder\n',
    '3:1 no valid YAML: Tabs are not allowed as indentation: indent with spaces',
  ],
  ['scenario: broken\nteaches: "never closed\n', '3:1 no valid YAML: Missing closing "quote: close the quote'],
  [
    'scenario: broken\nsteps:\n  - { on: createOrder\n',
    '4:1 no valid YAML: Flow map in block collection must be sufficiently indented and end with a }: close the bracket',
  ],
  [
    'scenario: broken\nteaches: first: second\n',
    '2:10 no valid YAML: Nested mappings are not allowed in compact mappings: quote text that contains a colon, or start a new line',
  ],
  [
    step('    delay: *nowhere\n'),
    '1:1 Unresolved alias (the anchor must be set before the alias): nowhere: write the value in full',
  ],
  [
    step("    title: !!js/function 'return 1'\n    delay: PT1S\n"),
    '4:12 no valid YAML: Unresolved tag: tag:yaml.org,2002:js/function: tags are not supported: write the plain value',
  ],
  [
    `scenario: broken\nteaches: &a x\ngiven:\n${Array.from({ length: 21 }, () => '  - { fixture: *a }\n').join('')}`,
    '24:16 more than 20 aliases: write the values in full',
  ],
  [
    step('    reply: &a { status: 201, fake: true, body: [*a] }\n'),
    '4:49 an alias is within its own value: write the value in full',
  ],
  [
    step('    reply:\n      status: 201\n      fake: true\n      body: { __proto__: { isAdmin: true } }\n'),
    '7:15 the key "__proto__" is not allowed: rename it',
  ],
  [
    step('    when: { body: { /totalAmount/value: .inf } }\n    delay: PT1S\n'),
    '4:41 JSON has no such number: use a finite number',
  ],
  [
    `scenario: broken\nteaches: ${'x'.repeat(300_000)}\n`,
    '1:1 the file is larger than 262144 bytes: split it into several scenarios',
  ],
  ['- on: createOrder\n', '1:1 the file must be object, but is a list.'],
  [
    'steps:\n  - { on: createOrder, delay: PT1S }\n',
    '1:1 the file is missing "scenario": add it, for example scenario: "lost-answer".',
  ],
  [
    'scenario: Lost Answer\nsteps:\n  - { on: createOrder, delay: PT1S }\n',
    '1:11 scenario must match ^[a-z][a-z0-9]*(-[a-z0-9]+)*$, but is "Lost Answer", for example "lost-answer".',
  ],
  [
    'scenario: broken\nstep:\n  - { on: createOrder, delay: PT1S }\n',
    '2:1 the file has an unknown key "step": did you mean "steps"?',
  ],
  [step('    replay: pass\n'), '4:5 steps[0] has an unknown key "replay": did you mean "reply"?'],
  ['scenario: broken\nsteps:\n', '2:7 steps must be array, but is empty, for example [{"on":"createOrder"'],
  [
    'scenario: broken\nsteps:\n  - delay: PT1S\n',
    '3:5 steps[0] is missing "on": add it, for example on: "createOrder".',
  ],
  [
    step('    times: 0\n    delay: PT1S\n'),
    '4:12 steps[0].times must be at least 1, but is 0: choose a number in that range, for example 3.',
  ],
  [step('    times: twice\n    delay: PT1S\n'), '4:12 steps[0].times must be integer, but is "twice", for example 3.'],
  [
    step('    at: respond\n    delay: PT1S\n'),
    '4:9 steps[0].at must be one of received, but is "respond", for example "received".',
  ],
  [
    step('    fault: CONNECTION_RESET\n'),
    '4:12 steps[0].fault must be one of CONNECTION_RESET_BY_PEER, EMPTY_RESPONSE, MALFORMED_RESPONSE_CHUNK, RANDOM_DATA_THEN_CLOSE, slow-body, commit-then-reset, but is "CONNECTION_RESET", for example "commit-then-reset".',
  ],
  [
    step('    reply: fail\n'),
    '4:12 steps[0].reply: must be pass, or an object, for example { problem: internal-error }',
  ],
  [
    step('    when: { body: { /externalOrderId: { contains: A } } }\n    delay: PT1S\n'),
    '4:41 steps[0].when.body./externalOrderId has an unknown key "contains": there are equals, matches, oneOf, present, absent.',
  ],
  [
    step('    when: { headers: { If-Match: { present: false } } }\n    delay: PT1S\n'),
    '4:45 steps[0].when.headers.If-Match.present can only be true, but is false: correct or remove it, for example true.',
  ],
  [
    step('    reply: { status: 201, body: { uuid: 1 }, script: "return 1" }\n'),
    '4:46 steps[0].reply has an unknown key "script": there are problem, status, body',
  ],
  [
    step('    nth: 2\n    times: 2\n    delay: PT1S\n'),
    '5:5 steps[0].times: nth selects one request and times several: keep one of the two.',
  ],
  [
    'scenario: broken\nsteps:\n  - { on: createOrdr, delay: PT1S }\n',
    '3:11 steps[0].on: the description has no operation "createOrdr": did you mean "createOrder"?',
  ],
  [
    'scenario: broken\nsteps:\n  - on: getOrderCompliance\n    reply:\n      status: 200\n      fake: true\n      body:\n        status: VALID\n        decision: PERHAPS\n',
    '9:19 steps[0].reply.body.decision: the body of 200 of getOrderCompliance does not match the API description: decision must be one of "VALID_EXPORT", "VAT_APPLICABLE". Correct it, or add offContract: true.',
  ],
  [
    step('    delay: 500ms\n'),
    '4:12 steps[0].delay: "500ms" is no ISO 8601 duration: write weeks (P2W), or days, hours, minutes and seconds (P1DT12H, PT30M, PT1.5S).',
  ],
];
