import { describe, expect, test } from '@jest/globals';
import { checkIfMatch } from '../../../src/engine/preconditions/if-match.ts';
import { assuming } from '../assuming.ts';
import { refusalIn } from '../../support/refusal-of.ts';

const CURRENT = { version: 3, status: 'DRAFT' };

/** The refusal; undefined when the change may be made. */
const refusal = (header: string | undefined, ...choices: readonly string[]) =>
  refusalIn(() => {
    checkIfMatch(header, CURRENT, assuming(...choices));
  });

describe('If-Match', () => {
  test.each([undefined, '"3"', '3', '*', '"2", "3"'])('%s lets version 3 be changed', (header) => {
    expect(refusal(header)).toBeUndefined();
  });

  test.each(['"2"', '"4"', 'W/"3"', '"1", "2"'])('%s is refused at version 3, which is shown as it is', (header) => {
    const refused = refusal(header);
    expect(refused).toMatchObject({ type: 'version-mismatch', status: 409, currentResource: CURRENT });
    expect(refused?.detail).toContain(`at version 3, but If-Match is ${header}.`);
    expect(refused?.detail).toContain('send If-Match: "3"');
  });

  test.each(['', '"3', '"1" "2"'])('%j is no list of entity tags', (header) => {
    const refused = refusal(header);
    expect(refused).toMatchObject({ type: 'malformed-request', status: 400 });
    expect(refused?.detail).toContain(`If-Match: ${header} is not a list`);
    expect(refused?.detail).toContain('Send "3" with the double quotes');
  });

  test('may be weak where entity tags are assumed to be weak', () => {
    expect(refusal('W/"3"', 'etag-format=weak')).toBeUndefined();
    expect(refusal('"3"', 'etag-format=weak')).toBeUndefined();
    expect(refusal('W/"2"', 'etag-format=weak')?.type).toBe('version-mismatch');
  });
});
