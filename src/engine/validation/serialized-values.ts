/** Separators of an unexploded list, by its style. */
export const SEPARATORS: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** A text that is not JSON stays a text, which the schema then rejects under its name. */
export const parseJsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
