import type { DecodedBody } from '../../../engine/message/decoded-body.ts';
import { stringifyJson } from '../../../kernel/json.ts';

/** JSON or YAML as sent, so that fault locations refer to the sender's text. */
export const textOf = (body: DecodedBody): string => {
  switch (body.kind) {
    case 'text':
      return body.text;
    case 'json':
    case 'binary':
      return new TextDecoder().decode(body.bytes);
    default:
      return stringifyJson({});
  }
};
