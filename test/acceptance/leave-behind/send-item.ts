export interface Played {
  readonly name: string;
  readonly status: number;
}

/** A request of a collection, with variables in its texts. */
export interface Item {
  readonly method: string;
  readonly url: string;
  readonly sendsToken: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string | undefined;
  readonly fields: readonly (readonly [name: string, value: string])[] | undefined;
  readonly form:
    | readonly (
        | { readonly name: string; readonly value: string }
        | { readonly name: string; readonly fileName: string; readonly mediaType: string }
      )[]
    | undefined;
}

/** Sends what a collection describes. A file of an upload is chosen by who runs it: here, a small PDF. */
export const sendItem = async (
  variables: ReadonlyMap<string, string>,
  { method, url, sendsToken, headers, text, fields, form }: Item,
): Promise<{ readonly status: number; readonly text: string }> => {
  const fill = (template: string): string =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => variables.get(name) ?? all);
  const body = (): FormData | URLSearchParams | string | undefined => {
    if (form !== undefined) {
      const data = new FormData();
      for (const part of form)
        data.set(
          part.name,
          'value' in part ? fill(part.value) : new File([PDF], part.fileName, { type: part.mediaType }),
        );
      return data;
    }
    if (fields !== undefined)
      return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, fill(value)]));
    return text === undefined ? undefined : fill(text);
  };
  const sent = body();
  const answer = await fetch(fill(url), {
    method,
    headers: {
      ...(sendsToken ? { authorization: `Bearer ${variables.get('token') ?? ''}` } : {}),
      ...Object.fromEntries(headers.map(([name, value]) => [name, fill(value)])),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: answer.status, text: await answer.text() };
};

const PDF = '%PDF-1.4\n%%EOF\n';
