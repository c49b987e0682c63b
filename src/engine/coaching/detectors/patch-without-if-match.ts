import { headerLines } from '../../../kernel/http.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Detector } from '../detector.ts';
import type { GeneralRule } from '../finding.ts';

const RULE: GeneralRule = {
  id: 'patch-without-if-match',
  title: 'Changes a resource without If-Match',
  assumptions: [],
  seenBy: 'a PATCH that succeeded without If-Match, where the operation supports it',
  remedy:
    'Send the `ETag` of the version that your change is based on as `If-Match`. Without it, the change overwrites concurrent changes; with it, you get 409 version-mismatch with the current resource.',
};

const takesIfMatch = ({ method, parameters }: Operation): boolean =>
  method === 'PATCH' && parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'if-match');

/** A PATCH without `If-Match`, which overwrites concurrent changes. */
export const patchWithoutIfMatch: Detector<GeneralRule> = {
  rule: RULE,
  start:
    () =>
    ({ id, method, operation, caller, status, path, rawHeaders }) => {
      if (method !== 'PATCH' || operation === undefined || status >= 300 || !takesIfMatch(operation)) return undefined;
      if (headerLines(rawHeaders, 'if-match').length > 0) return undefined;
      return {
        rule: RULE,
        clientId: caller?.clientId,
        subject: operation.id,
        detail: `PATCH ${path} was answered with ${String(status)} and came without If-Match.`,
        requests: [id],
        certain: true,
      };
    },
};
