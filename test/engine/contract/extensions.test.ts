import { describe, expect, test } from '@jest/globals';
import { contractOf } from './contract-of.ts';

const responses = { 204: { description: 'Done.' } };

const operationOf = (extensions: object) => {
  const { operations, findings } = contractOf({ paths: { '/things': { get: { responses, ...extensions } } } });
  return { operation: operations[0]!, findings };
};

describe('the extensions of an operation', () => {
  test('become members of it', () => {
    const { operation, findings } = operationOf({
      'x-required-capability': [
        { capability: 'a' },
        { capability: 'b', when: {} },
        { capability: 'c', 'when-resource': 'd' },
      ],
      'x-rate-limit-category': 'read',
      'x-location': '/things/{id}',
      'x-default-response': '204',
      'x-operator-only': true,
      'x-shows-secrets': true,
      'x-counts-as': 5,
      'x-max-body-bytes': 1000,
    });
    expect(findings).toEqual([]);
    expect(operation).toMatchObject({
      requiredCapabilities: [
        { capability: 'a', when: undefined, dependsOnResource: false },
        { capability: 'b', when: {}, dependsOnResource: false },
        { capability: 'c', when: undefined, dependsOnResource: true },
      ],
      rateLimitCategory: 'read',
      location: '/things/{id}',
      defaultResponse: '204',
      isForOperators: true,
      showsSecrets: true,
      countsAs: 5,
      maxBodyBytes: 1000,
    });
  });

  test.each([
    ['x-required-capability', 'a', '', 'write a list of objects, each with a "capability"'],
    ['x-required-capability', ['a'], '/0', 'each item is an object with a "capability"'],
    ['x-required-capability', [{ capability: 5 }], '/0/capability', 'write the name of a capability'],
    [
      'x-required-capability',
      [{ capability: 'a', when: 'b' }],
      '/0/when',
      'write a schema of the bodies that need the capability',
    ],
    ['x-rate-limit-category', 7, '', 'write the name of a category'],
    ['x-location', ['/a'], '', 'write a path with names in braces, such as "/things/{id}"'],
    ['x-default-response', 204, '', 'write a status in quotes, such as "201"'],
    ['x-default-response', '201', '', 'the operation describes no response "201"'],
    ['x-operator-only', 'yes', '', 'write true or false'],
    ['x-max-body-bytes', 0, '', 'write a whole number of bytes'],
  ])('are a finding where they are malformed: %s: %j', (name, value, below, remedy) => {
    const { operation, findings } = operationOf({ [name]: value });
    const pointer = `#/paths/~1things/get/${name}${below}`;
    expect(findings).toEqual([{ pointer, message: `${name} is ignored: ${remedy}`, effect: 'served' }]);
    expect(operation.unserved).toBeUndefined();
  });
});

test('what several operations share is told once', () => {
  const shared = { name: 'a', in: 'query', schema: {}, 'x-violation-problem': 5, 'x-authorized-partner': 'yes' };
  const parameters = [{ $ref: '#/components/parameters/Shared' }];
  const { findings, operations } = contractOf({
    paths: { '/a': { get: { parameters, responses } }, '/b': { get: { parameters, responses } } },
    components: { parameters: { Shared: shared } },
  });
  expect(findings.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual([
    '#/components/parameters/Shared/x-authorized-partner: x-authorized-partner is ignored: write true or false',
    '#/components/parameters/Shared/x-violation-problem: x-violation-problem is ignored: write the name of a problem type',
  ]);
  expect(operations[1]?.parameters[0]).toMatchObject({ namesPartner: false, violationProblem: undefined });
});

test.each([
  ['x-rate-limit-tiers', { SMALL: { read: '60' } }, '/SMALL/read', 'write a number of requests per minute'],
  ['x-rate-limit-ceiling', 5, '', 'write an object with a number of requests per minute by category'],
  ['x-rate-limit-categories', [{}], '/0', 'each item is an object with a "category"'],
  [
    'x-rate-limit-categories',
    [{ category: 'a', methods: 'GET' }],
    '/0/methods',
    'write a list of methods, such as [GET, HEAD]',
  ],
  ['x-problem-types', [{ status: 400 }], '/0', 'each item is an object with a "name"'],
  ['x-problem-base', 5, '', 'write the URL that the problem type URIs begin with'],
])('malformed extensions of the whole description are findings: %s: %j', (name, value, below, remedy) => {
  expect(contractOf({ [name]: value }).findings).toEqual([
    { pointer: `#/${name}${below}`, message: `${name} is ignored: ${remedy}`, effect: 'served' },
  ]);
});
