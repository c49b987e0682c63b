import { expect, test } from '@jest/globals';
import type { MediaType, Operation, ResponseDescription } from '../../../src/engine/contract/contract.ts';
import { findExample } from '../../../src/engine/responders/negotiate.ts';

const content = (mediaType: string, ...names: string[]): MediaType => ({
  mediaType,
  schema: undefined,
  examples: names.map((name) => ({ name, value: `${name} of ${mediaType}` })),
});

const response = (status: string, ...contents: MediaType[]): ResponseDescription => ({ status, headers: [], contents });

const operation = {
  responses: [
    response('201', content('text/plain', 'a'), content('application/json', 'a', 'b')),
    response('4XX', content('application/json', 'b', 'c')),
    response('default', content('application/json', 'd')),
  ],
} as unknown as Operation;

const found = (name: string, status?: number) => {
  const example = findExample(operation, name, status);
  return example === undefined ? undefined : `${String(example.status)}: ${String(example.example.value)}`;
};

test('an example is that of the first answer that has it', () => {
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => found(name))).toEqual([
    '201: a of text/plain',
    '201: b of application/json',
    '400: c of application/json',
    '200: d of application/json',
    undefined,
  ]);
});

test('of a status only its own examples are looked at', () => {
  expect(found('b', 201)).toBe('201: b of application/json');
  expect(found('b', 404)).toBe('404: b of application/json');
  expect(found('a', 404)).toBeUndefined();
  expect(found('d', 503)).toBe('503: d of application/json');
});
