/** A scenario that somebody got wrong: where the fault must be shown, what must be said of it, and what to do. */
export interface Broken {
  readonly about: string;
  readonly text: string;
  /** `line:column`. */
  readonly at: string;
  readonly says: string;
  readonly remedy: string;
}

const step = (lines: string): string => `scenario: broken\nsteps:\n  - on: createOrder\n${lines}`;

/** What is wrong with the YAML itself. */
const NO_YAML: readonly Broken[] = [
  {
    about: 'an empty file',
    text: '',
    at: '1:1',
    says: 'the file is empty',
    remedy: 'start with "scenario:" and a name',
  },
  {
    about: 'a tab as indentation',
    text: 'scenario: broken\nsteps:\n\t- on: createOrder\n',
    at: '3:1',
    says: 'Tabs are not allowed as indentation',
    remedy: 'indent with spaces',
  },
  {
    about: 'a quote that is never closed',
    text: 'scenario: broken\nteaches: "never closed\n',
    at: '3:1',
    says: 'Missing closing "quote',
    remedy: 'close the quote',
  },
  {
    about: 'a bracket that is never closed',
    text: 'scenario: broken\nsteps:\n  - { on: createOrder\n',
    at: '4:1',
    says: 'Flow map in block collection must be sufficiently indented',
    remedy: 'close the bracket',
  },
  {
    about: 'a text with a colon',
    text: 'scenario: broken\nteaches: first: second\n',
    at: '2:10',
    says: 'Nested mappings are not allowed',
    remedy: 'quote text that contains a colon',
  },
  {
    about: 'a key that stands twice',
    text: step('    times: 1\n    times: 2\n    delay: PT1S\n'),
    at: '5:5',
    says: 'Map keys must be unique',
    remedy: 'remove one of the two',
  },
  {
    about: 'two documents in one file',
    text: `${step('    delay: PT1S\n')}---\nscenario: second\n`,
    at: '5:1',
    says: 'multiple documents',
    remedy: 'split it into two files',
  },
  {
    about: 'an alias without its anchor',
    text: step('    delay: *nowhere\n'),
    at: '1:1',
    says: 'Unresolved alias',
    remedy: 'write the value in full',
  },
  {
    about: 'a tag that asks for code',
    text: step("    title: !!js/function 'return 1'\n    delay: PT1S\n"),
    at: '4:12',
    says: 'Unresolved tag',
    remedy: 'write the plain value',
  },
  {
    about: 'aliases of aliases',
    text: `scenario: broken\nteaches: &a x\ngiven:\n${Array.from({ length: 21 }, () => '  - { fixture: *a }\n').join('')}`,
    at: '24:16',
    says: 'more than 20 aliases',
    remedy: 'write the values in full',
  },
  {
    about: 'a name that would be everybody’s prototype',
    text: step('    reply:\n      status: 201\n      fake: true\n      body: { __proto__: { isAdmin: true } }\n'),
    at: '7:15',
    says: '"__proto__" is not allowed',
    remedy: 'rename it',
  },
  {
    about: 'a number that JSON does not know',
    text: step('    when: { body: { /totalAmount/value: .inf } }\n    delay: PT1S\n'),
    at: '4:41',
    says: 'JSON has no such number',
    remedy: 'use a finite number',
  },
  {
    about: 'nesting without end',
    text: step(`    reply: { status: 201, fake: true, body: ${'['.repeat(40)}${']'.repeat(40)} }\n`),
    at: '4:73',
    says: 'nested more than 32 levels deep',
    remedy: 'reduce the nesting',
  },
  {
    about: 'a file larger than any scenario',
    text: `scenario: broken\nteaches: ${'x'.repeat(300_000)}\n`,
    at: '1:1',
    says: 'larger than 262144 bytes',
    remedy: 'split it into several scenarios',
  },
];

/** What does not fit scenario.schema.json. */
const NO_SHAPE: readonly Broken[] = [
  {
    about: 'a list instead of a scenario',
    text: '- on: createOrder\n',
    at: '1:1',
    says: 'the file must be object, but is a list',
    remedy: 'must be object',
  },
  {
    about: 'no name',
    text: 'steps:\n  - { on: createOrder, delay: PT1S }\n',
    at: '1:1',
    says: 'the file is missing "scenario"',
    remedy: 'add it, for example scenario: "lost-answer"',
  },
  {
    about: 'a name with capital letters',
    text: 'scenario: Lost Answer\nsteps:\n  - { on: createOrder, delay: PT1S }\n',
    at: '1:11',
    says: 'scenario must match',
    remedy: 'for example "lost-answer"',
  },
  {
    about: 'an unknown key at the top',
    text: 'scenario: broken\nstep:\n  - { on: createOrder, delay: PT1S }\n',
    at: '2:1',
    says: 'the file has an unknown key "step"',
    remedy: 'did you mean "steps"?',
  },
  {
    about: 'an unknown key of a step',
    text: step('    replay: pass\n'),
    at: '4:5',
    says: 'steps[0] has an unknown key "replay"',
    remedy: 'did you mean "reply"?',
  },
  {
    about: 'steps without anything',
    text: 'scenario: broken\nsteps:\n',
    at: '2:7',
    says: 'steps must be array, but is empty',
    remedy: 'for example [{"on":"createOrder"',
  },
  {
    about: 'a step without on',
    text: 'scenario: broken\nsteps:\n  - delay: PT1S\n',
    at: '3:5',
    says: 'steps[0] is missing "on"',
    remedy: 'add it, for example on: "createOrder"',
  },
  {
    about: 'times of zero',
    text: step('    times: 0\n    delay: PT1S\n'),
    at: '4:12',
    says: 'steps[0].times must be at least 1, but is 0',
    remedy: 'choose a number in that range, for example 3',
  },
  {
    about: 'times in words',
    text: step('    times: twice\n    delay: PT1S\n'),
    at: '4:12',
    says: 'steps[0].times must be integer, but is "twice"',
    remedy: 'for example 3',
  },
  {
    about: 'a stage that there is not',
    text: step('    at: respond\n    delay: PT1S\n'),
    at: '4:9',
    says: 'steps[0].at must be one of received, but is "respond"',
    remedy: 'for example "received"',
  },
  {
    about: 'a fault that there is not',
    text: step('    fault: CONNECTION_RESET\n'),
    at: '4:12',
    says: 'steps[0].fault must be one of CONNECTION_RESET_BY_PEER',
    remedy: 'for example "commit-then-reset"',
  },
  {
    about: 'a reply in a word that is not pass',
    text: step('    reply: fail\n'),
    at: '4:12',
    says: 'steps[0].reply must be one of pass, but is "fail"',
    remedy: 'for example "pass"',
  },
  {
    about: 'an operator that there is not',
    text: step('    when: { body: { /externalOrderId: { contains: A } } }\n    delay: PT1S\n'),
    at: '4:41',
    says: 'has an unknown key "contains"',
    remedy: 'there are equals, matches, oneOf, present, absent',
  },
  {
    about: 'present: false',
    text: step('    when: { headers: { If-Match: { present: false } } }\n    delay: PT1S\n'),
    at: '4:45',
    says: 'can only be true, but is false',
    remedy: 'correct or remove it',
  },
  {
    about: 'a script in the place of data',
    text: step('    reply: { status: 201, body: { uuid: 1 }, script: "return 1" }\n'),
    at: '4:46',
    says: 'steps[0].reply has an unknown key "script"',
    remedy: 'there are problem, status, body',
  },
  {
    about: 'two ways to choose requests',
    text: step('    nth: 2\n    times: 2\n    delay: PT1S\n'),
    at: '5:5',
    says: 'steps[0].times: nth selects one request and times several',
    remedy: 'keep one of the two',
  },
];

/** What is wrong with the names in it, one for each kind of place; all their words are tested where they are checked. */
const NO_SENSE: readonly Broken[] = [
  {
    about: 'an unknown operation',
    text: 'scenario: broken\nsteps:\n  - { on: createOrdr, delay: PT1S }\n',
    at: '3:11',
    says: 'the description has no operation "createOrdr"',
    remedy: 'did you mean "createOrder"',
  },
  {
    about: 'a step that does nothing',
    text: step('    times: 1\n'),
    at: '3:5',
    says: 'the step does nothing',
    remedy: 'add a reply, a delay, a fault, meanwhile or moveTo',
  },
  {
    about: 'a body that does not fit',
    text: 'scenario: broken\nsteps:\n  - on: getOrderCompliance\n    reply:\n      status: 200\n      fake: true\n      body:\n        status: VALID\n        decision: PERHAPS\n',
    at: '9:19',
    says: 'decision must be one of "VALID_EXPORT", "VAT_APPLICABLE"',
    remedy: 'Correct it, or add offContract: true',
  },
  {
    about: 'a parameter that the operation does not have',
    text: 'scenario: broken\nsteps:\n  - on: findOrders\n    when: { params: { vni: X } }\n    delay: PT1S\n',
    at: '4:23',
    says: 'findOrders has no parameter "vni"',
    remedy: 'did you mean "vin"',
  },
  {
    about: 'an expression with look-ahead',
    text: step("    when: { body: { /externalOrderId: { matches: '(?=A)B' } } }\n    delay: PT1S\n"),
    at: '4:50',
    says: 'is not an accepted regular expression',
    remedy: 'write it without look-ahead and look-behind',
  },
  {
    about: 'a step behind one that takes everything',
    text: step('    reply: { problem: internal-error }\n  - on: createOrder\n    delay: PT1S\n'),
    at: '5:5',
    says: 'can never match: step 1 matches all the same requests',
    remedy: 'Move this step up',
  },
  {
    about: 'a delay in milliseconds',
    text: step('    delay: 500ms\n'),
    at: '4:12',
    says: '"500ms" is no ISO 8601 duration',
    remedy: 'PT1.5S',
  },
  {
    about: 'a placeholder that would show a credential',
    text: step("    reply: { problem: internal-error, headers: { X-Seen: '{{request.header.Authorization}}' } }\n"),
    at: '4:58',
    says: 'would expose a credential',
    remedy: 'remove it',
  },
  {
    about: 'data that an event does not have',
    text: 'scenario: broken\ntimeline:\n  - at: PT1M\n    emit: compliance.status_changed\n    data: { curentStatus: INVALID }\n',
    at: '5:13',
    says: 'the data of compliance.status_changed has no "curentStatus"',
    remedy: 'did you mean "currentStatus"',
  },
  {
    about: 'an unknown simulator',
    text: 'scenario: broken\ntimeline:\n  - { at: PT1M, simulate: vies_outages }\n',
    at: '3:27',
    says: 'there is no simulator "vies_outages"',
    remedy: 'did you mean "vies_outage"?',
  },
  {
    about: 'a simulator without what it works on',
    text: 'scenario: broken\ntimeline:\n  - { at: PT1M, simulate: buyer_blocked }\n',
    at: '3:5',
    says: 'buyer_blocked needs buyerUuid',
    remedy: 'add it to target',
  },
  {
    about: 'a member of a problem that the stub says itself',
    text: step('    reply: { problem: { type: internal-error, members: { traceId: mine } } }\n'),
    at: '4:58',
    says: 'traceId is part of every problem',
    remedy: 'remove it',
  },
];

export const BROKEN_SCENARIOS: readonly Broken[] = [...NO_YAML, ...NO_SHAPE, ...NO_SENSE];
