import type { Cursor } from './cursor.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Members that hold values, schemas, or what is not served as a whole. */
const SKIPPED = new Set([
  ...['schema', 'schemas', 'itemSchema', 'example', 'value', 'dataValue', 'mapping'],
  ...['callbacks', 'webhooks', 'links'],
]);

const OTHER_VALUES = ['value', 'dataValue', 'serializedValue'];

const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * Members that say something of messages and are not followed, one finding each. All other members of OpenAPI 3.2 are served or
 * need nothing.
 */
export const findUnread = (root: Cursor, isElsewhere: (servers: Cursor) => boolean): readonly Diagnostic[] => {
  const findings: Diagnostic[] = [];
  const tell = ({ pointer }: Cursor, message: string): void => {
    findings.push({ pointer, message, effect: 'served' });
  };

  const look = (at: Cursor, name: string, member: Cursor, isEncoding: boolean): void => {
    switch (name) {
      case 'externalValue':
        if (isText(member.node) && !OTHER_VALUES.some((other) => at.at(other).exists))
          tell(member, '"externalValue" is not read: write the example as "value"');
        break;
      case 'servers':
        if (at.pointer !== '#' && Array.isArray(member.node) && isElsewhere(member))
          tell(
            member,
            'these servers have another path than the first one of the description, under which all is served',
          );
        break;
      case 'itemEncoding':
      case 'prefixEncoding':
        tell(member, `"${name}" is not followed: parts of multipart messages are read by their names`);
        break;
      case 'encoding':
        if (isEncoding) tell(member, 'an "encoding" within another one is not followed: a part is read by its schema');
        break;
    }
  };

  const visit = (at: Cursor, isEncoding: boolean): void => {
    for (const [name, member] of at.entries()) {
      if (SKIPPED.has(name) || name.startsWith('x-')) continue;
      look(at, name, member, isEncoding);
      if (name !== 'encoding') visit(member, false);
      else for (const [, encoding] of member.entries()) visit(encoding, true);
    }
  };
  visit(root, false);
  return findings;
};
