import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createMask } from '../../../src/engine/capsule/mask.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

const SECRET = '7QM8XV3TZR1YW5KC7HN2BD9KF4';
const OTHER = '2ZK4WD7RB2NQ9XC1TV6HY3MF8J';

describe('the end of a public link', () => {
  test('has the same stand-in wherever it stands, in the form of a link', () => {
    const mask = createMask('demo');
    const masked = mask.text(`http://a/v1/self-service/demo.${SECRET} and ${SECRET}, then demo.${OTHER}`);
    expect(masked).toBe(
      'http://a/v1/self-service/demo.REDACTED000000000000000001 and REDACTED000000000000000001, then demo.REDACTED000000000000000002',
    );
    expect(mask.unmask(masked)).toBe(`http://a/v1/self-service/demo.${SECRET} and ${SECRET}, then demo.${OTHER}`);
  });

  test('of another sandbox, or of another length, is none of ours', () => {
    const { text } = createMask('demo');
    for (const given of [`my-demo.${SECRET}`, `other.${SECRET}`, `demo.${SECRET}A`, 'demo.example'])
      expect(text(given)).toBe(given);
  });

  test('is known from its record, also where it is spoken of before', () => {
    const { value } = createMask('demo');
    const masked = value({
      a: `code ${SECRET}`,
      records: [{ secret: SECRET, keys: [{ name: 'secret', text: SECRET }] }],
    });
    expect(JSON.stringify(masked)).not.toContain(SECRET);
    expect(masked).toMatchObject({ a: 'code REDACTED000000000000000001' });
  });

  test('is found inside a longer word, once or several times', () => {
    const mask = createMask('demo');
    mask.value({ records: [{ secret: SECRET }, { secret: OTHER }] });
    const [one, other] = ['REDACTED000000000000000001', 'REDACTED000000000000000002'];
    expect(mask.text(`A${SECRET}B${OTHER}${SECRET}7Q 7QM8${OTHER} ${SECRET.slice(1)}${SECRET}`)).toBe(
      `A${one}B${other}${one}7Q 7QM8${other} ${SECRET.slice(1)}${one}`,
    );
  });

  test('is masked in as many steps as a state has parts', () => {
    const records = Array.from({ length: 1000 }, (_, index) => ({ value: { secret: SECRET, index } }));
    const steps = createMask('demo').inSteps({ records });
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(count).toBeGreaterThan(2000);
    expect(step.value).toEqual(createMask('demo').value({ records }));
  });

  test('that is a stand-in already stays, and the next one is another', () => {
    const mask = createMask('demo');
    mask.value({ records: [{ secret: 'REDACTED000000000000000004' }] });
    expect(mask.text('demo.REDACTED000000000000000004')).toBe('demo.REDACTED000000000000000004');
    expect(mask.text(`demo.${SECRET}`)).toBe('demo.REDACTED000000000000000005');
  });
});

test('members whose names sound secret are taken out of bodies, and nothing else is changed', () => {
  const mask = createMask('demo');
  const body = (given: object) => runAtOnce(mask.body(given)).body;
  expect(body({ text: '{ "password" : "abcdef", "n": 1.0 }' })).toEqual({
    text: '{ "password" : "[redacted]", "n": 1.0 }',
  });
  expect(body({ base64: 'AAAA' })).toEqual({ base64: 'AAAA' });
});

test('what was masked stays as it is: the comparison masks both sides', () => {
  const piece = fc.constantFrom(
    `demo.${SECRET}`,
    `demo.${OTHER}`,
    'whsec_abcdef',
    'Bearer abcdefgh',
    'https://a:b@c/?token=d',
    ' ',
    '"',
    'x',
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join(' ')),
      (text) => {
        const mask = createMask('demo');
        const once = mask.text(text);
        expect(mask.text(once)).toBe(once);
        expect(once).not.toContain(SECRET);
      },
    ),
  );
});
