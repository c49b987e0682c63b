import { describe, expect, test } from '@jest/globals';
import { findFileFaults } from '../../../src/edges/files/located-file.ts';
import { packageJson } from '../../../src/edges/files/package-files.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { formatPath } from '../../../src/kernel/path.ts';
import { checkScenario } from '../../../src/engine/scenarios/check-scenario.ts';
import type {
  DelayFile,
  ScenarioFile,
  StepFile,
  Expectation,
  TimelineEntry,
} from '../../../src/generated/scenario-file.ts';
import type { DeliveryRule } from '../../../src/generated/control-schemas.ts';
import type { PathDiagnostic } from '../../../src/kernel/diagnostic.ts';
import { createScenarioSchema } from '../../../src/engine/scenarios/scenario-schema.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

const SCENARIO_SCHEMA = smallScenarioSchema();

type Part = Omit<ScenarioFile, 'scenario'>;

/** Digits that are the name of a member are no place in a list. */
const placeOf = (path: PathDiagnostic['path']): string =>
  path.map((key) => (typeof key === 'string' && /^\d+$/.test(key) ? `"${key}"` : String(key))).join('.');

const SHAPE = packageJson('scenarios', 'scenario.schema.json');

/** Each diagnostic as `place: message`; of one that the name of a member has, the place ends with an exclamation mark. */
const diagnosticsOf = async (part: Part, scenarioSchema = SCENARIO_SCHEMA): Promise<readonly string[]> => {
  const file = { scenario: 'tested', ...part };
  const check = (checked: ScenarioFile) => checkScenario(checked, scenarioSchema);
  const diagnostics = await findFileFaults(file as unknown as Json, { schema: SHAPE, empty: '', check });
  return diagnostics.map(({ path, message, isKey }) => {
    const words = path.length === 0 ? message : message.replace(`${formatPath(path)}: `, '');
    return `${placeOf(path)}${isKey === true ? '!' : ''}: ${words}`;
  });
};

const DOES = { delay: 'PT1S' };
const aStep = (step: Partial<StepFile>): Part => ({ steps: [{ on: 'createOrder', ...step }] });
const steps = (...all: Partial<StepFile>[]): Part => ({
  steps: all.map((step) => ({ on: 'createOrder', ...DOES, ...step })),
});
const reply = (answer: StepFile['reply'], on = 'createOrder'): Part => ({ steps: [{ on, reply: answer! }] });
const when = (conditions: StepFile['when'], on = 'createOrder'): Part => ({
  steps: [{ on, when: conditions!, ...DOES }],
});
const happening = (one: Partial<TimelineEntry>): Part => ({ timeline: [{ at: 'PT1S', ...one }] });
const wish = (...expect: Expectation[]): Part => ({ ...steps({}), expect });
const rule = (...deliveries: DeliveryRule[]): Part => ({ deliveries });

const ORDER = { status: 'OPEN', count: 1 };

const FIXED: DelayFile = { fixed: 'PT11M' };

/** What is written, and what is said of it: from its beginning to what matters, or to its end, which is a $. */
const refuses = (rows: readonly (readonly [Part, ...string[]])[]): void => {
  test.each(rows.map(([part, ...expected]) => ({ part, expected })))('$expected.0', async ({ part, expected }) => {
    const diagnostics = await diagnosticsOf(part);
    const ended = diagnostics.map((diagnostic) => `${diagnostic}$`);
    expect(ended.map((diagnostic, index) => diagnostic.slice(0, expected[index]?.length))).toEqual(expected);
  });
};

const accepts = (rows: readonly Part[]): void => {
  test('but not what is possible', async () => {
    const found = await Promise.all(rows.map(async (part) => ({ part, faults: await diagnosticsOf(part) })));
    expect(found).toEqual(rows.map((part) => ({ part, faults: [] })));
  });
};

describe('a scenario as a whole', () => {
  refuses([
    [{}, ': the scenario does nothing: add steps, a timeline, deliveries, an organization or switches (given: assume)'],
    [{ given: [{ fixture: 'ready' }] }, ': the scenario does nothing'],
    [{ ...steps({}), clock: 'noon' }, 'clock: must be "frozen" or a time with a time zone, but is "noon"'],
    [{ ...steps({}), clock: '2030-03-04T09:00:00' }, 'clock: must be'],
    [{ ...steps({}), clock: '2030-02-30T09:00:00Z' }, 'clock: must be'],
    [{ ...steps({}), clock: '2030-02-03T25:00:00Z' }, 'clock: must be'],
    [
      { organization: { capabilities: { SELL: true, SEL: true } } },
      'organization.capabilities.SEL!: there is no capability "SEL": did you mean "SELL"?',
    ],
    [
      { organization: { capabilities: { zzz: true } } },
      'organization.capabilities.zzz!: there is no capability "zzz": there are SELL$',
    ],
    [
      { organization: { rateLimitTier: 'STANDRD' } },
      'organization.rateLimitTier: there is no tier "STANDRD": did you mean "STANDARD"?',
    ],
    [
      { ...steps({}), given: [{ fixture: 'ready' }, { fixture: 'raedy' }] },
      'given.1.fixture: there is no fixture "raedy": did you mean "ready"?',
    ],
    [
      { ...steps({}), given: [{ fixture: 'raedy', with: { cuont: 1 } }] },
      'given.0.fixture: there is no fixture "raedy"',
    ],
    [{ ...steps({}), given: [{ fixture: 'ready', with: { cuont: 1 } }] }, 'given.0.with.cuont: no member cuont'],
    [
      { ...steps({}), given: [{ fixture: 'ready', with: { count: '{{request.path.uuid}}' } }] },
      'given.0.with.count: {{request.path.uuid}} needs a request, but there is none here',
    ],
    [
      { ...reply({ status: 503, body: { uuid: '{{given.raedy.orderUuid}}' } }), given: [{ fixture: 'ready' }] },
      'steps.0.reply.body.uuid: {{given.raedy.orderUuid}} names a fixture that is not in given: did you mean "ready"?',
    ],
    [
      happening({ simulate: 'finish', target: { orderUuid: '{{given.ready.orderUuid}}' } }),
      'timeline.0.target.orderUuid: {{given.ready.orderUuid}} names a fixture that is not in given:',
    ],
  ]);
  accepts([
    { organization: { capabilities: { SELL: false }, rateLimitTier: 'ENTERPRISE' } },
    happening({ emit: 'order.done' }),
    rule({ duplicate: 2 }),
    { ...steps({}), clock: 'frozen' },
    { ...steps({}), clock: '2030-03-04T09:00Z' },
    { ...steps({}), clock: '2030-02-28T09:00:00.5+02:00' },
    { ...steps({}), clock: '2032-02-29T09:00:00Z' },
    {
      ...reply({ status: 503, body: { a: '{{given.ready.orderUuid}}', b: '{{given.ready-2.orderUuid}}' } }),
      given: [{ fixture: 'ready', with: { count: 2, made: '{{now}}' } }, { fixture: 'ready' }].map(({ fixture }) => ({
        fixture,
      })),
    },
  ]);

  test('any fixture will do where it is not known which there are', async () => {
    const { contract } = SCENARIO_SCHEMA;
    const part = { ...steps({}), given: [{ fixture: 'whatever' }] };
    expect(await diagnosticsOf(part, createScenarioSchema({ contract }))).toEqual([]);
  });

  test('a description without tiers knows none', async () => {
    const scenarioSchema = smallScenarioSchema({ 'x-rate-limit-tiers': undefined });
    expect(await diagnosticsOf({ organization: { rateLimitTier: 'STANDARD' } }, scenarioSchema)).toEqual([
      'organization.rateLimitTier: there is no tier "STANDARD": there are none',
    ]);
  });

  test('values are no expressions, however many', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`x-${String(index)}`, { oneOf: ['a'] }]),
    );
    expect(await diagnosticsOf(steps({ when: { headers }, nth: 2 }, { when: { headers } }))).toEqual([]);
  });

  test('twenty regular expressions are the most', async () => {
    const many = (count: number, pattern = 'a'): Part => ({
      steps: Array.from({ length: count - 1 }, (_, index) => ({
        on: 'createOrder',
        ...DOES,
        when: { headers: { 'X-Trace': { matches: `${pattern}${String(index)}` }, Accept: 'x' } },
      })),
      expect: [{ request: 'createOrder', when: { body: { '/status': { matches: 'O' } } } }],
    });
    expect(await diagnosticsOf(many(20))).toEqual([]);
    expect(await diagnosticsOf(many(21))).toEqual([
      expect.stringMatching(/^: has 21 regular expressions, but the maximum is 20/),
    ]);
    // Hundreds are not even compiled.
    expect(await diagnosticsOf(many(200, '('))).toEqual([expect.stringMatching(/^: has 200 regular expressions/)]);
  });
});

describe('a step', () => {
  refuses([
    [
      steps({ on: 'createOrdr' }),
      'steps.0.on: the description has no operation "createOrdr": did you mean "createOrder"?',
    ],
    [aStep({ times: 2 }), 'steps.0: the step does nothing: add a reply, a delay, a fault, meanwhile or moveTo'],
    [steps({ count: 'attempts' }), 'steps.0.count!: count has no effect here'],
    [steps({ nth: 2, times: 2 }), 'steps.0.times!: nth selects one request and times several'],
    [
      steps({ at: 'received', when: { body: { '/status': 'OPEN' } } }),
      'steps.0.when.body!: the body is not available at received',
    ],
    [
      steps({ at: 'received', meanwhile: { call: 'deleteOrder', params: { uuid: 'a' } } }),
      'steps.0.meanwhile!: at received, the request has not been validated yet',
    ],
    [steps({ delay: '500' }), 'steps.0.delay: '],
    [steps({ delay: 'PT10M1S' }), 'steps.0.delay: PT10M1S is too long: the maximum is PT10M'],
    [steps({ delay: FIXED }), 'steps.0.delay.fixed: PT11M is too long: the maximum is PT10M'],
    [
      steps({ delay: { uniform: { lower: 'PT2S', upper: 'PT1S' } } }),
      'steps.0.delay.uniform.lower: PT2S is more than upper, PT1S: swap them',
    ],
    [
      steps({ delay: { uniform: { lower: 'PT11M', upper: 'PT12M' } } }),
      'steps.0.delay.uniform.lower: PT11M is too long',
      'steps.0.delay.uniform.upper: PT12M is too long',
    ],
    [
      steps({ delay: { lognormal: { median: 'PT0S', sigma: 1, atMost: 'PT0S' } } }),
      'steps.0.delay.lognormal.median: PT0S is too short: the minimum is PT0.001S',
    ],
    [
      steps({ delay: { lognormal: { median: 'PT2S', sigma: 1, atMost: 'PT1S' } } }),
      'steps.0.delay.lognormal.atMost: PT1S is less than the median, PT2S: raise or remove it',
    ],
    [
      steps({ delay: { lognormal: { median: 'PT2S', sigma: 1, atMost: 'PT11M' } } }),
      'steps.0.delay.lognormal.atMost: PT11M is too long',
    ],
    [
      aStep({ fault: { slowBody: { over: 'PT0S' } } }),
      'steps.0.fault.slowBody.over: PT0S is too short: the minimum is PT0.001S',
    ],
    [
      aStep({ fault: { slowBody: { over: 'PT11M' } } }),
      'steps.0.fault.slowBody.over: PT11M is too long: the maximum is PT10M',
    ],
    [
      aStep({ fault: 'commit-then-reset', reply: { problem: { status: 503 } } }),
      'steps.0.fault: commit-then-reset needs the operation to run, but reply replaces it',
    ],
    [
      aStep({ at: 'received', fault: 'commit-then-reset' }),
      'steps.0.fault: commit-then-reset needs the operation to run: remove "at", or use CONNECTION_RESET_BY_PEER',
    ],
  ]);
  accepts([
    steps({ on: '*' }),
    aStep({ moveTo: 'later' }),
    aStep({ fault: 'EMPTY_RESPONSE' }),
    steps({ times: 2, count: 'attempts' }, { nth: 1, count: 'attempts' }),
    aStep({ moveTo: 'later', count: 'attempts' }),
    steps({ delay: 'PT10M' }),
    steps({ delay: { uniform: { lower: 'PT1S', upper: 'PT1S' } } }),
    steps({ delay: { lognormal: { median: 'PT1S', sigma: 1 } } }),
    steps({ delay: { lognormal: { median: 'PT1S', sigma: 1, atMost: 'PT1S' } } }),
    aStep({ fault: { slowBody: { over: 'PT0.001S' } } }),
    aStep({ fault: 'commit-then-reset', reply: 'pass' }),
    steps({ at: 'received', when: { headers: { 'X-Trace': 'a' } } }),
  ]);
});

describe('a condition', () => {
  refuses([
    [
      when({ params: { pgae: 1 } }),
      'steps.0.when.params.pgae!: createOrder has no parameter "pgae" in path or query: did you mean "page"?',
    ],
    [
      when({ params: { 'x-trace': 'a' } }),
      'steps.0.when.params.x-trace!: createOrder has no parameter "x-trace" in path or query: there are dry, page, tag',
    ],
    [
      when({ params: { uiud: 'a' } }, '*'),
      'steps.0.when.params.uiud!: no operation has a parameter "uiud" in path or query: did you mean "uuid"?',
    ],
    [
      when({ params: { dry: 'maybe' } }),
      'steps.0.when.params.dry: "maybe" can never match: it must be boolean. Use a valid value',
    ],
    [
      when({ params: { page: { oneOf: [9, 10] } } }),
      'steps.0.when.params.page.oneOf.1: 10 can never match: it must be <= 9. Use a valid value',
    ],
    [
      when({ params: { tag: { equals: 'odl' } } }),
      'steps.0.when.params.tag.equals: "odl" can never match: it must be one of new, old',
    ],
    [
      when({ params: { uuid: '123456789' } }, 'getOrder'),
      'steps.0.when.params.uuid: "123456789" can never match: it must NOT have more than 8 characters. Use a valid value',
    ],
    [
      when({ params: { page: '{{now}}' } }),
      'steps.0.when.params.page: "{{now}}" can never match: it is compared literally: placeholders do not work in conditions',
    ],
    [
      when({ body: { '/status': 'open' } }),
      'steps.0.when.body./status: "open" can never match: it must be one of OPEN, DONE. Use a valid value',
    ],
    [
      when({ body: { '/count': null } }),
      'steps.0.when.body./count: null can never match: it must be integer. Use a valid value',
    ],
    [
      when({ body: { '/lines/3/name': { oneOf: ['a', 1] } } }),
      'steps.0.when.body./lines/3/name.oneOf.1: 1 can never match: it must be string. Use a valid value',
    ],
    [
      when({ body: { '/buyer/country': 'DEU' } }),
      'steps.0.when.body./buyer/country: "DEU" can never match: it must NOT have more than 2 characters. Use a valid value',
    ],
    [
      when({ body: { '/lines/0/nmae': 'a' } }),
      'steps.0.when.body./lines/0/nmae!: the body of createOrder has nothing at /lines/0/nmae: there is no "nmae", did you mean "name"?',
    ],
    [
      when({ body: { '/third': 'a' } }, 'sendForm'),
      'steps.0.when.body./third!: the body of sendForm has nothing at /third: there is no "third", there are first$',
    ],
    [
      when({ body: { 'buyer.country': 'DE' } }),
      'steps.0.when.body.buyer.country!: "buyer.country" is not a JSON Pointer, which starts with a slash: write /buyer/country',
    ],
    [when({ body: { '/a~b': 'DE' } }, '*'), 'steps.0.when.body./a~b!: "/a~b" has a ~ that is neither'],
    [
      when({ body: { '/status': 'OPEN' } }, 'getOrder'),
      'steps.0.when.body./status!: getOrder accepts no body: match parameters or headers instead',
    ],
    [
      when({ headers: { 'X-Trace': { absent: true, equals: 'a' } } }),
      'steps.0.when.headers.X-Trace: requires a value and its absence at once',
    ],
    [
      when({ headers: { 'X-Trace': { matches: `(${'a'.repeat(50)}` } } }),
      `steps.0.when.headers.X-Trace.matches: "(${'a'.repeat(39)}" is not an accepted regular expression (`,
    ],
    [
      when({ params: { page: { matches: '(' } }, body: { '/status': { matches: '(' } } }),
      'steps.0.when.params.page.matches: "("',
      'steps.0.when.body./status.matches: "("',
    ],
  ]);
  accepts([
    when({ params: { dry: 'true', page: '9', tag: 'new' } }),
    when({ params: { dry: false, page: 9 }, body: { '/status': 'OPEN', '/count': 1 } }),
    when({ body: { '/lines/3/name': 'a', '/lines/12/name': 'b' } }),
    when({ body: { '/buyer': { present: true }, '/count': { absent: true } } }),
    when({ body: { '': { equals: { status: 'OPEN' } } } }),
    when({ body: { '/anything': 1 } }, 'putPicture'),
    when({ body: { '/second': 'a', '/first': 'b' } }, 'sendForm'),
    when({ params: { note: 5 } }),
    when({ body: { '/any': { equals: {} }, '/one': { equals: {} }, '/least': { equals: {} } } }, 'choose'),
    when(
      {
        body: {
          '/dependent': { equals: { a: 1 } },
          '/conditional': { equals: { a: 1 } },
          '/never': { equals: { a: 'x' } },
        },
      },
      'choose',
    ),
    when({ params: { uuid: 'a', page: 100 } }, '*'),
    when({ body: { '/nothing': 1 } }, '*'),
    steps({ at: 'received', when: { params: { page: 'x' } } }),
  ]);
});

describe('a reply', () => {
  refuses([
    [reply({ headers: { a: 'b' } }), 'steps.0.reply: defines no response'],
    [
      reply({ status: 404, body: {} }),
      'steps.0.reply.status: createOrder does not declare 404 (Not Found), only 201, 422, 503: choose one of these, or add offContract: true',
    ],
    [reply({ status: 299 }), 'steps.0.reply.status: createOrder does not declare 299, only 201, 422, 503'],
    [
      reply({ status: 418, body: {} }, '*'),
      'steps.0.reply.status: no operation declares 418: choose a declared status, or add offContract: true',
    ],
    [
      reply({ status: 201 }),
      'steps.0.reply: createOrder returns 201 with a body: add body, or fake: true to generate it',
    ],
    [
      reply({ status: 204, body: {} }, 'deleteOrder'),
      'steps.0.reply.body!: deleteOrder returns 204 without a body: remove body, or add offContract: true',
    ],
    [reply({ status: 204, fake: true }, 'deleteOrder'), 'steps.0.reply.fake!: deleteOrder returns 204 without a body'],
    [
      reply({ status: 201, body: { status: 'open', count: 0 } }),
      'steps.0.reply.body.status: the body of 201 of createOrder does not match the API description: status must be one of "OPEN", "DONE"',
      'steps.0.reply.body.count: the body of 201 of createOrder does not match the API description: count must be >= 1. Correct it, or add offContract: true',
    ],
    [
      reply({ status: 201, body: { ...ORDER, lines: [{ name: 'a' }, { name: 1 }] } }),
      'steps.0.reply.body.lines.1.name: the body of 201 of createOrder does not match the API description: lines[1].name',
    ],
    [
      reply({ status: 201, body: [] }),
      'steps.0.reply.body: the body of 201 of createOrder does not match the API description: it must be ',
    ],
    [
      reply({ status: 201, body: { status: 'OPEN' } }),
      'steps.0.reply.body.count: the body of 201 of createOrder does not match the API description: count ',
    ],
    [
      reply({ status: 201, body: { ...ORDER, lines: [{ nmae: { deep: 1 } }], staus: 1 } }),
      'steps.0.reply.body.lines.0.nmae!: the body of 201 of createOrder has no "nmae" there: did you mean "name"? Or add offContract: true',
      'steps.0.reply.body.staus!: the body of 201 of createOrder has no "staus" there: did you mean "status"?',
    ],
    [
      reply({ status: 201, fake: true, body: { count: 0 } }),
      'steps.0.reply.body.count: the body of 201 of createOrder does not match the API description',
    ],
    [
      reply({ status: 201, body: { status: 'open', count: 1, staus: 1 } }),
      'steps.0.reply.body.status: the body of 201 of createOrder does not match the API description',
    ],
    [
      reply({ status: 200, body: { any: { a: '{{now}}' }, anyOfTwo: { a: 5 } } }, 'choose'),
      'steps.0.reply.body.anyOfTwo',
    ],
    [
      reply({ status: 201 }, '*'),
      'steps.0.reply: createOrder returns 201 with a body',
      'steps.0.reply: choose returns 201 with a body',
    ],
    [
      reply({ status: 201, body: { ...ORDER, lines: Array.from({ length: 9 }, () => ({ name: 1 })) } }),
      ...[0, 1, 2, 3, 4].map((index) => `steps.0.reply.body.lines.${String(index)}.name: `),
    ],
    [
      reply({ status: 201, body: { ...ORDER, a1: 1, a2: 1, a3: 1, a4: 1, a5: 1, a6: 1 } }),
      ...[1, 2, 3, 4, 5].map((index) => `steps.0.reply.body.a${String(index)}!: `),
    ],
    [
      reply({ status: 201, body: ORDER, headers: { 'Content-Type': 'a', Connection: 'close', ETag: '"1"' } }),
      'steps.0.reply.headers.Content-Type!: Content-Type follows from the body: remove it, or set mediaType',
      'steps.0.reply.headers.Connection!: Connection follows from the body: remove it',
    ],
    [
      reply({ status: 201, body: ORDER, mediaType: 'text/plain' }),
      'steps.0.reply.mediaType!: the media type follows from the API description: remove it, or add offContract: true',
    ],
    [
      reply({ problem: 'unavailable', status: 503, body: {}, fake: true, example: 'first' }),
      'steps.0.reply.status!: problem replaces status: remove status, or move it into problem',
      'steps.0.reply.body!: problem replaces body',
      'steps.0.reply.fake!: problem replaces fake',
      'steps.0.reply.example!: problem replaces example',
      'steps.0.reply.body!: the example is the body: remove body or example',
      'steps.0.reply.fake!: the example is the body',
    ],
    [
      reply({ problem: 'unavailabel' }),
      'steps.0.reply.problem: there is no problem type "unavailabel": did you mean "unavailable"?',
    ],
    [reply({ problem: { type: 'unavailabel' } }), 'steps.0.reply.problem.type: there is no problem type'],
    [
      reply({ problem: { detail: 'No.' } }),
      'steps.0.reply.problem.type: a problem needs a documented type or a status',
    ],
    [
      reply({ problem: { type: 'unavailable', status: 500 } }),
      'steps.0.reply.problem.type: unavailable has the status 503: remove status',
    ],
    [reply({ problem: 'not-found' }), 'steps.0.reply.problem: createOrder does not declare 404 (Not Found)'],
    [
      reply({ problem: { status: 418 } }, 'getOrder'),
      "steps.0.reply.problem.type: getOrder does not declare 418 (I'm a Teapot), only 200, 404",
    ],
    [
      reply({ problem: { status: 503, members: { traceId: 'a', own: 1 } } }),
      'steps.0.reply.problem.members.traceId!: traceId is part of every problem',
    ],
    [reply({ example: 'frist' }), 'steps.0.reply.example: createOrder has no example "frist": did you mean "first"?'],
    [reply({ example: 'first', status: 422 }), 'steps.0.reply.example: createOrder has no example "first" for 422: '],
    [
      reply({ example: 'first' }, '*'),
      'steps.0.reply.example: examples belong to one operation: set "on" to that operation instead of *',
    ],
    [
      reply({ status: 418, fake: true, offContract: true }),
      'steps.0.reply.fake!: a body can be generated only for a declared status, and 418 is not declared: add body',
    ],
    [
      reply({ status: 201, fake: true, offContract: true }, '*'),
      'steps.0.reply.fake!: a body can be generated only for a declared status, and 201 is not declared',
    ],
    [reply({ status: 503, body: { a: ['{{nwo}}'] } }), 'steps.0.reply.body.a.0: {{nwo}} is not a placeholder'],
    [
      reply({ status: 200, fake: true, headers: { a: '{{request.path.uiud}} {{request.query.page}}' } }, 'getOrder'),
      'steps.0.reply.headers.a: {{request.path.uiud}}: getOrder has no path parameter "uiud": did you mean "uuid"?',
      'steps.0.reply.headers.a: {{request.query.page}}: getOrder has no query parameter "page": there are none',
    ],
    [
      reply({ status: 503, body: { a: '{{request.body/staus}}' } }),
      'steps.0.reply.body.a: the body of createOrder has nothing at /staus: there is no "staus", did you mean "status"?',
    ],
    [
      aStep({ at: 'received', reply: { problem: { status: 503, detail: '{{request.body/status}}' } } }),
      'steps.0.reply.problem.detail: {{request.body/status}} is not available at received, before the body is read',
    ],
    [
      reply({ problem: { status: 503, detail: 'In {{state.secondsLeft}} s.' } }),
      'steps.0.reply.problem.detail: {{state.secondsLeft}} counts down to the next moveTo of the timeline, but there is none',
    ],
  ]);
  accepts([
    reply({ status: 201, body: { ...ORDER, lines: [{ name: 'a' }] } }),
    reply({ status: 201, fake: true, body: { count: 2 } }),
    reply({ status: 201, body: { ...ORDER, count: '{{request.body/count}}' } }),
    reply({ status: 201, body: { ...ORDER, lines: [{ count: '{{request.body/count}}' }] } }),
    reply({ status: 200, body: { 'a/b~c': '{{now}}' } }, 'choose'),
    reply({ status: 200, body: { anyOfTwo: { a: '{{now}}' } } }, 'choose'),
    reply({ status: 200, body: { oneOfTwo: { a: '{{now}}' } } }, 'choose'),
    reply({ status: 200, body: { thenNumber: { a: '{{now}}' } } }, 'choose'),
    reply({ status: 200, body: { never: { a: '{{now}}' } } }, 'choose'),
    reply({ status: 201, body: { a: '{{now}}' } }, 'choose'),
    reply({ status: 200, body: { a: 1 } }, 'sendAnything'),
    reply({ status: 204 }, 'deleteOrder'),
    reply({ status: 200, body: 'PNG' }, 'getPicture'),
    reply({ problem: 'unavailable' }),
    reply({ problem: 'not-found' }, '*'),
    reply({ problem: { type: 'unavailable', status: 503, members: { a: 1 } } }),
    reply({ problem: { status: 503, detail: 'No.' } }),
    reply({ example: 'first' }),
    reply({ example: 'first', status: 201 }),
    reply({ status: 204 }, '*'),
    reply({ status: 418, body: { tea: true }, mediaType: 'text/plain', offContract: true }),
    reply({ problem: { status: 418 }, offContract: true }),
    reply({ status: 201, fake: true, offContract: true }),
    reply({ status: 503, body: { a: '{{request.query.page}} {{request.body/status}}' } }),
    reply({ problem: { status: 404, detail: '{{request.path.nothing}} {{request.body/nothing}}' } }, '*'),
    {
      ...reply({ problem: { status: 503, detail: '{{state.secondsLeft}}' } }),
      timeline: [{ at: 'PT1S', moveTo: 'later' }],
    },
  ]);
});

describe('a reply of which parts are generated', () => {
  const CHOICES = {
    any: {},
    one: {},
    dependent: { a: 1 },
    least: {},
    conditional: { a: 1 },
  };
  refuses(
    Object.entries(CHOICES).map(([name, value]) => [
      reply({ status: 200, body: { [name]: value } }, 'choose'),
      `steps.0.reply.body.${name}`,
    ]),
  );
  accepts(
    Object.entries(CHOICES).map(([name, value]) =>
      reply({ status: 200, fake: true, body: { [name]: value } }, 'choose'),
    ),
  );
});

describe('what a reply says that is not its business', () => {
  refuses(
    ['Content-Type', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Keep-Alive', 'Date'].map((name) => [
      reply({ status: 201, body: ORDER, headers: { [name]: 'a' } }),
      `steps.0.reply.headers.${name}!: ${name} follows from the body: remove it`,
    ]),
  );
  refuses(
    ['type', 'title', 'status', 'detail', 'instance', 'traceId', 'errors', 'currentResource'].map((name) => [
      reply({ problem: { status: 503, members: { [name]: 'a' } } }),
      `steps.0.reply.problem.members.${name}!: ${name} is part of every problem`,
    ]),
  );
});

describe('what somebody else does meanwhile', () => {
  const meanwhile = (other: StepFile['meanwhile'], on = 'getOrder'): Part => ({ steps: [{ on, meanwhile: other! }] });
  refuses([
    [
      meanwhile({ call: 'deletOrder' }),
      'steps.0.meanwhile.call: the description has no operation "deletOrder": did you mean "deleteOrder"?',
    ],
    [
      meanwhile({ organization: { dpaAccepted: false }, params: { uuid: 'a' }, body: null }),
      'steps.0.meanwhile.params!: params requires call: add call, or remove params',
      'steps.0.meanwhile.body!: body requires call: add call, or remove body',
    ],
    [
      meanwhile({ organization: { rateLimitTier: 'NONE' } }),
      'steps.0.meanwhile.organization.rateLimitTier: there is no tier "NONE"',
    ],
    [
      meanwhile({ call: 'deleteOrder', params: { uiud: 'a' } }),
      'steps.0.meanwhile.params.uiud!: the path of deleteOrder has no parameter "uiud": did you mean "uuid"?',
    ],
    [
      meanwhile({ call: 'createOrder', params: { page: '1' }, body: ORDER }),
      'steps.0.meanwhile.params.page!: the path of createOrder has no parameter "page"',
    ],
    [
      meanwhile({ call: 'deleteOrder' }, 'createOrder'),
      'steps.0.meanwhile: deleteOrder needs the path parameter "uuid", and createOrder has none: add it to params',
    ],
    [meanwhile({ call: 'createOrder' }), 'steps.0.meanwhile: createOrder requires a body: add body'],
    [
      meanwhile({ call: 'deleteOrder', body: {} }),
      'steps.0.meanwhile.body!: deleteOrder accepts no body: use another call, or remove body',
    ],
    [
      meanwhile({ call: 'putPicture', body: {} }),
      'steps.0.meanwhile.body!: putPicture accepts no JSON: use another call, or remove body',
    ],
    [
      meanwhile({ call: 'createOrder', body: { status: 'OPEN', count: 0 } }),
      'steps.0.meanwhile.body.count: the body for createOrder does not match the API description: count must be >= 1',
    ],
    [
      meanwhile({ call: 'createOrder', body: { status: 'OPEN' } }),
      'steps.0.meanwhile.body.count: the body for createOrder does not match the API description: count ',
    ],
    [
      meanwhile({ call: 'deleteOrder', params: { uuid: '{{request.path.uiud}}' } }),
      'steps.0.meanwhile.params.uuid: {{request.path.uiud}}: getOrder has no path parameter "uiud"',
    ],
  ]);
  accepts([
    meanwhile({ call: 'deleteOrder' }),
    meanwhile({ call: 'deleteOrder', params: { uuid: 'other' } }, 'createOrder'),
    meanwhile({ call: 'createOrder', body: ORDER }),
    meanwhile({ call: 'sendForm', body: { first: 'a' } }),
    meanwhile({ call: 'sendAnything', body: { a: 1 } }),
    meanwhile({ call: 'putPicture' }),
    meanwhile({ call: 'deleteOrder' }, '*'),
    meanwhile({ organization: { capabilities: { SELL: false } } }),
  ]);
});

describe('states', () => {
  refuses([
    [
      steps({ inState: 'lter', when: { params: { dry: true } } }, { moveTo: 'later' }),
      'steps.0.inState: the state "lter" is never reached: did you mean "later"? Or add moveTo: lter to a step',
    ],
    [
      steps({ inState: 'a', moveTo: 'b' }, { inState: 'b', moveTo: 'a' }),
      'steps.0.inState: the state "a" is never reached: there are Started. Or add moveTo: a to a step',
      'steps.1.inState: the state "b" is never',
    ],
    [happening({ emit: 'order.done', from: 'later' }), 'timeline.0.from: the state "later" is never reached'],
    [
      steps({ times: 1 }, {}, { when: { params: { dry: true } } }),
      'steps.2: can never match: step 2 matches all the same requests first. Move this step up, or add a condition, times or nth to step 2',
    ],
    [
      steps({ on: '*' }, {}),
      'steps.1: can never match: step 1 matches all the same requests first. Move this step up, or add a condition, times or nth to step 1',
    ],
    [
      steps({ when: { params: { dry: true } } }, { when: { params: { dry: true } }, times: 1 }),
      'steps.1: can never match: step 1 matches all the same requests',
    ],
    [
      steps({ inState: 'Started' }, { inState: 'Started' }),
      'steps.1: can never match: step 1 matches all the same requests',
    ],
    [
      {
        steps: [
          { on: 'createOrder', at: 'received', fault: 'EMPTY_RESPONSE' },
          { on: 'createOrder', ...DOES },
        ],
      },
      'steps.1: can never match: step 1 matches all the same requests',
    ],
  ]);
  accepts([
    steps({ moveTo: 'a' }, { inState: 'b' }, { inState: 'a', moveTo: 'b' }),
    { ...steps({ inState: 'a' }), timeline: [{ at: 'PT1S', moveTo: 'a' }] },
    steps({ inState: 'Started' }, { inState: 'Started', on: 'getOrder' }),
    steps({ times: 1 }, {}),
    steps({ nth: 2 }, {}),
    steps({ moveTo: 'a' }, {}),
    steps({ inState: 'Started' }, {}),
    steps({ when: { params: { dry: true } } }, {}),
    {
      steps: [
        { on: 'createOrder', fault: 'EMPTY_RESPONSE' },
        { on: 'createOrder', at: 'received', ...DOES },
      ],
    },
    steps({ at: 'received' }, {}),
    {
      steps: [
        { on: 'createOrder', at: 'received', when: { headers: { a: 'b' } }, reply: { problem: { status: 503 } } },
        { on: 'createOrder', ...DOES },
      ],
    },
    {
      steps: [
        { on: 'createOrder', at: 'received', fault: 'slow-body' },
        { on: 'createOrder', ...DOES },
      ],
    },
  ]);
});

describe('a timeline', () => {
  refuses([
    [happening({}), 'timeline.0: the entry does nothing: add one of emit, simulate, organization and moveTo'],
    [
      happening({ emit: 'order.done', moveTo: 'later' }),
      'timeline.0: an entry takes one action: use separate entries for emit and moveTo',
    ],
    [happening({ at: 'soon', emit: 'order.done' }), 'timeline.0.at: '],
    [happening({ at: 'P367D', emit: 'order.done' }), 'timeline.0.at: P367D is too long'],
    [
      happening({ emit: 'order.doen', data: { uuid: 'a' } }),
      'timeline.0.emit: there is no event "order.doen": did you mean "order.done"?',
    ],
    [
      happening({ emit: 'order.done', data: { uiud: 'a' } }),
      'timeline.0.data.uiud!: the data of order.done has no "uiud": did you mean "uuid"?',
    ],
    [
      happening({ emit: 'order.done', data: { count: 'many' } }),
      'timeline.0.data.count: the data of order.done does not match the API description: data.count must be ',
    ],
    [
      happening({ moveTo: 'later', data: { a: 1 }, target: { a: 'b' } }),
      'timeline.0.data!: data requires an event: add emit, or remove data',
      'timeline.0.target!: target requires a simulator: add simulate, or remove target',
    ],
    [happening({ simulate: 'finsh' }), 'timeline.0.simulate: there is no simulator "finsh": did you mean "finish"?'],
    [
      happening({ simulate: 'finish', target: { reson: 'a' } }),
      'timeline.0.target.reson!: finish takes no "reson": did you mean "reason"?',
      'timeline.0.target: finish needs orderUuid: add it to target',
    ],
    [
      happening({ organization: { capabilities: { BUY: true } } }),
      'timeline.0.organization.capabilities.BUY!: there is no capability "BUY"',
    ],
    [
      happening({ emit: 'buyer.made' }),
      'timeline.0.data.uuid: the data of buyer.made does not match the API description: data.uuid ',
    ],
    [
      { ...steps({}), ...happening({ from: 'Started', emit: 'order.done', data: { uuid: '{{request.path.uuid}}' } }) },
      'timeline.0.data.uuid: {{request.path.uuid}} needs a request, but there is none here',
    ],
    [
      { ...steps({}), ...happening({ emit: 'order.done', data: { uuid: '{{request.path.uuid}}' } }) },
      'timeline.0.data.uuid: {{request.path.uuid}} needs a request, but there is none here',
    ],
    [
      {
        ...steps({ moveTo: 'a' }),
        ...happening({ from: 'a', emit: 'order.done', data: { uuid: '{{random.uuid}}' } }),
      },
      'timeline.0.data.uuid: {{random.uuid}} is only available in replies',
    ],
    [
      happening({ emit: 'order.done', data: { uuid: '{{request.path.uuid}}' } }),
      'timeline.0.data.uuid: {{request.path.uuid}} needs a request, but there is none here: add "from" to the entry, with a state that only steps move to',
    ],
    [
      {
        ...steps({ moveTo: 'a' }),
        timeline: [
          { at: 'PT1S', moveTo: 'a' },
          { at: 'PT1S', from: 'a', emit: 'order.done', data: { uuid: '{{request.path.uuid}}' } },
        ],
      },
      'timeline.1.data.uuid: {{request.path.uuid}} needs a request, but there is none here',
    ],
    [
      {
        ...steps({ moveTo: 'a' }, { at: 'received', moveTo: 'a' }),
        timeline: [{ at: 'PT1S', from: 'a', emit: 'order.done', data: { uuid: '{{request.body/status}}' } }],
      },
      'timeline.0.data.uuid: {{request.body/status}} is not available at received, before the body is read',
    ],
    [
      happening({ simulate: 'finish', target: { orderUuid: '{{random.uuid}}' } }),
      'timeline.0.target.orderUuid: {{random.uuid}} is only available in replies',
    ],
  ]);
  accepts([
    happening({ at: 'PT0S', emit: 'order.done' }),
    happening({ at: 'P366D', emit: 'order.done' }),
    happening({ emit: 'order.done', data: { uuid: 'a', count: 2 } }),
    happening({ simulate: 'finish', target: { orderUuid: 'a', reason: 'b' } }),
    happening({ organization: { dpaAccepted: false } }),
    {
      ...steps({ moveTo: 'a', times: 1 }, { at: 'received', moveTo: 'b' }),
      timeline: [{ at: 'PT1S', from: 'a', emit: 'order.done', data: { uuid: '{{request.body/status}}' } }],
    },
  ]);

  test('any simulator will do where it is not known which there are', async () => {
    const { contract } = SCENARIO_SCHEMA;
    const part = happening({ simulate: 'whatever', target: { a: 'b' } });
    expect(await diagnosticsOf(part, createScenarioSchema({ contract }))).toEqual([]);
  });
});

describe('rules for deliveries', () => {
  refuses([
    [
      rule({ events: ['order.done', 'order.doen'], duplicate: 2 }),
      'deliveries.0.events.1: there are no events "order.doen": did you mean "order.done"?',
    ],
    [rule({ events: ['order.*'], share: 0.5 }), 'deliveries.0: has no effect'],
    [
      rule({ duplicate: 2 }, { events: ['order.done'], reorder: true }),
      'deliveries.1: can never match: entry 1 matches every event. Move this entry up, or add events or share to entry 1',
    ],
    [
      rule({ share: 0.5, duplicate: 2 }, { duplicate: 2 }, { events: ['order.done'], reorder: true }),
      'deliveries.2: can never match: entry 2 matches every event. Move this entry up, or add events or share to entry 2',
    ],
    [rule({ downFor: 'PT0S' }), 'deliveries.0.downFor: PT0S is too short: the minimum is PT0.001S'],
    [rule({ downFor: 'P32D' }), 'deliveries.0.downFor: P32D is too long: the maximum is P31D'],
    [rule({ delay: 'PT0S' }), 'deliveries.0.delay: PT0S is too short'],
    [rule({ delay: 'P32D' }), 'deliveries.0.delay: P32D is too long: the maximum is P31D'],
    [rule({ slowBody: { over: 'PT0S' } }), 'deliveries.0.slowBody.over: PT0S is too short'],
    [rule({ slowBody: { over: 'PT10M1S' } }), 'deliveries.0.slowBody.over: PT10M1S is too long: the maximum is PT10M'],
    [
      rule({ downFor: 'PT1H', outcomes: [500] }),
      'deliveries.0.outcomes!: downFor already decides every attempt: keep downFor or outcomes',
    ],
  ]);
  accepts([
    rule({ events: ['order.done', 'buyer.*'], duplicate: 2 }),
    rule({ events: ['order.*'], duplicate: 2 }, { share: 0.1, delay: 'P31D' }, { delay: 'PT0.001S' }),
    rule({ downFor: 'P31D' }),
    rule({ slowBody: { over: 'PT10M' } }),
    rule({ outcomes: [500, 'pass'] }),
  ]);
});

describe('an expectation', () => {
  refuses([
    [wish({ times: 1 }), 'expect.0: expects nothing: add request or event'],
    [
      wish({ request: 'createOrder', event: 'order.done' }),
      'expect.0: has both request and event: use separate entries',
    ],
    [
      wish({ request: 'createOrdr' }),
      'expect.0.request: the description has no operation "createOrdr": did you mean "createOrder"?',
    ],
    [wish({ event: 'order.doen' }), 'expect.0.event: there is no event "order.doen": did you mean "order.done"?'],
    [wish({ event: 'order.doen', data: { a: 1 } }), 'expect.0.event: there is no event "order.doen"'],
    [
      wish({ event: 'order.done', when: {}, answered: 200, sameIdempotencyKey: true, afterRetryAfter: true }),
      ...['when', 'answered', 'sameIdempotencyKey', 'afterRetryAfter'].map(
        (name) => `expect.0.${name}!: ${name} requires request: remove it`,
      ),
    ],
    [wish({ request: 'createOrder', data: { a: 1 } }), 'expect.0.data!: data requires event: remove data'],
    [wish({ event: 'order.done', data: { uiud: 'a' } }), 'expect.0.data.uiud!: the data of order.done has no "uiud"'],
    [
      wish({ request: 'createOrder', times: 1, atLeast: 1 }, { request: 'createOrder', times: 1, atMost: 1 }),
      'expect.0.times!: times is exact: remove it, or remove atLeast and atMost',
      'expect.1.times!: times is exact: remove it, or remove atLeast and atMost',
    ],
    [wish({ request: 'createOrder', atLeast: 2, atMost: 1 }), 'expect.0.atLeast: 2 is more than atMost, 1: swap them'],
    [wish({ request: 'createOrder', within: 'PT0S' }), 'expect.0.within: PT0S is too short'],
    [wish({ request: 'createOrder', within: 'P367D' }), 'expect.0.within: P367D is too long'],
    [
      wish({ request: 'getOrder', when: { params: { page: 1 } } }, { request: '*', when: { params: { pgae: 1 } } }),
      'expect.0.when.params.page!: getOrder has no parameter "page" in path or query: ',
      'expect.1.when.params.pgae!: no operation has a parameter "pgae" in path or query: did you mean "page"?',
    ],
    [
      wish({ request: 'createOrder', answered: 404 }),
      'expect.0.answered: createOrder never returns 404, neither in the API description nor in a step of this scenario: choose one of 201, 422, 503',
    ],
    [
      wish({ request: 'getOrder', sameIdempotencyKey: true }),
      'expect.0.sameIdempotencyKey!: getOrder accepts no Idempotency-Key: remove sameIdempotencyKey',
    ],
  ]);
  accepts([
    wish({ request: '*', answered: 418, sameIdempotencyKey: true, when: { params: { page: 1 } } }),
    wish({ request: 'createOrder', answered: 201, sameIdempotencyKey: true, within: 'P366D' }),
    wish({ event: 'order.done', data: { uuid: 'a' }, within: 'PT0.001S' }),
    wish({ request: 'createOrder', times: 0 }, { request: 'createOrder', atLeast: 1, atMost: 1 }),
    {
      ...reply({ status: 418, body: {}, offContract: true }),
      expect: [{ request: 'createOrder', answered: 418 }],
    },
    {
      steps: [
        { on: 'createOrder', times: 1, reply: { problem: { type: 'not-found' }, offContract: true } },
        { on: 'createOrder', times: 1, reply: { problem: { status: 418 }, offContract: true } },
        { on: 'createOrder', times: 1, reply: 'pass' },
      ],
      expect: [
        { request: 'createOrder', answered: 404 },
        { request: 'createOrder', answered: 418 },
      ],
    },
    {
      ...reply({ problem: 'not-found', offContract: true }),
      expect: [{ request: 'createOrder', answered: 404 }],
    },
  ]);
});
