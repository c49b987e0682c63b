import { JsonError, parseJsonInSteps } from '../../kernel/json.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import {
  type RedactedText,
  secretsIn,
  redactJsonText,
  redactAssignments,
  redactBrokenJsonInSteps,
  redactForm,
} from '../journal/redact-body.ts';
import { HIDDEN, isSecretName } from '../journal/secrets.ts';

/** A text without the secrets in it that are recognized by name. */
interface MaskedText extends RedactedText {
  /** Whether a replay cannot expect the same response, since the text was malformed before the redaction already. */
  readonly isAltered: boolean;
}

/** Exceeds the nesting depth of any accepted body. */
const DEEPEST = 200;

const LIKE_JSON = /^[\s\uFEFF]*[{[]/;
const LIKE_FORM = /^[\w.%[\]+-]+=[^\s<>"]*$/;
const LIKE_MULTIPART = /^(?:\r?\n)?--/;

/** Redacts a body by what it looks like: a malformed one may have any media type. */
export function* maskBodyText(source: string): Steps<MaskedText> {
  if (LIKE_JSON.test(source)) return yield* maskJson(source);
  if (LIKE_FORM.test(source)) return { ...redactForm(source), isAltered: false };
  if (LIKE_MULTIPART.test(source)) return { ...redactMultipart(source), isAltered: false };
  const { text, secrets } = redactAssignments(source);
  // They may be repeated in another encoding.
  return { text, secrets: [...secrets, ...secrets.map(decodeLeniently)], isAltered: text !== source };
}

function* maskJson(source: string): Steps<MaskedText> {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  try {
    const { value } = yield* parseJsonInSteps(text, { depth: DEEPEST, values: Infinity, members: Infinity });
    const redacted = yield* redactJsonText(source);
    return { text: redacted.text, secrets: [...redacted.secrets, ...secretsIn(value)], isAltered: false };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const redacted = yield* redactBrokenJsonInSteps(source);
    return { ...redacted, isAltered: redacted.text !== source };
  }
}

const FIELD = /(name="([^"\r\n]*)"[^\r\n]*(?:\r\n[^\r\n]+)*\r\n\r\n)([^]*?)(?=\r\n--)/g;

/** Fields with secret names. */
const redactMultipart = (source: string): RedactedText => {
  const secrets: string[] = [];
  const text = source.replaceAll(FIELD, (whole, head: string, name: string, value: string) => {
    if (!isSecretName(name) || value === HIDDEN) return whole;
    secrets.push(value);
    return head + HIDDEN;
  });
  return { text, secrets };
};
