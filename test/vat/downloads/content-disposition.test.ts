import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toContentDisposition } from '../../../src/vat/documents/document-behaviours.ts';

test.each([
  ['cmr.pdf', `attachment; filename="cmr.pdf"; filename*=UTF-8''cmr.pdf`],
  ['say "hi".pdf', `attachment; filename="say 'hi'.pdf"; filename*=UTF-8''say%20%22hi%22.pdf`],
  ['żółć.pdf', `attachment; filename="zo_c.pdf"; filename*=UTF-8''%C5%BC%C3%B3%C5%82%C4%87.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['50%.pdf', `attachment; filename="50_.pdf"; filename*=UTF-8''50%25.pdf`],
])('%s', (name, header) => {
  expect(toContentDisposition(name)).toBe(header);
});

test('whatever the name holds, the header is one of its form, and says the name exactly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = toContentDisposition(name);
      // `attr-char` of RFC 8187, and a quoted string that nobody reads in two ways.
      const match =
        /^attachment; filename="([ !#-$&-[\]-~]*)"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})*)$/.exec(
          header,
        );
      expect(match).not.toBeNull();
      expect(decodeURIComponent(match![2]!)).toBe(name.toWellFormed());
    }),
  );
});
