import { runInNewContext } from 'node:vm';
import type { NewSandbox } from '../control-api/admin-client.ts';

interface Played {
  readonly name: string;
  readonly status: number;
}

interface PostmanItem {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly auth?: { readonly type: string };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: {
      readonly mode: string;
      readonly raw?: string;
      readonly urlencoded?: readonly { readonly key: string; readonly value: string }[];
      readonly formdata?: readonly {
        readonly key: string;
        readonly type: string;
        readonly value?: string;
        readonly contentType?: string;
        readonly description?: string;
      }[];
    };
  };
  readonly event: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[];
}

export interface PostmanCollection {
  readonly info: { readonly name: string; readonly schema: string };
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly PostmanItem[];
}

/** Runs a collection against a sandbox as Postman would, with its scripts. Throws where a test of it fails. */
export const runPostman = async (collection: PostmanCollection, sandbox: NewSandbox): Promise<readonly Played[]> => {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set('clientId', sandbox.clientId).set('clientSecret', sandbox.clientSecret);
  const played: Played[] = [];
  for (const { name, request, event } of collection.item) {
    const answer = await send(variables, request);
    const pm = {
      test: (title: string, check: () => void) => {
        try {
          check();
        } catch {
          throw new Error(`${name}: ${title}, but it is ${String(answer.status)} ${answer.text}`);
        }
      },
      response: {
        json: () => JSON.parse(answer.text) as unknown,
        to: {
          have: {
            status: (wanted: number) => {
              if (wanted !== answer.status) throw new Error('another status');
            },
          },
        },
      },
      collectionVariables: { set: (key: string, value: string) => variables.set(key, value) },
    };
    for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm });
    played.push({ name, status: answer.status });
  }
  return played;
};

/** A file of an upload is chosen by who runs the collection: here, a small PDF. */
const PDF = '%PDF-1.4\n%%EOF\n';

const send = async (
  variables: ReadonlyMap<string, string>,
  { method, url, auth, header, body }: PostmanItem['request'],
): Promise<{ readonly status: number; readonly text: string }> => {
  const fill = (template: string): string =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => variables.get(name) ?? all);
  const toBody = (): FormData | URLSearchParams | string | undefined => {
    if (body?.urlencoded !== undefined)
      return new URLSearchParams(body.urlencoded.map(({ key, value }): [string, string] => [key, fill(value)]));
    if (body?.formdata === undefined) return body?.raw === undefined ? undefined : fill(body.raw);
    const form = new FormData();
    for (const { key, type, value = '', contentType = '', description = '' } of body.formdata)
      form.set(key, type === 'file' ? new File([PDF], description, { type: contentType }) : fill(value));
    return form;
  };
  const sent = toBody();
  const answer = await fetch(fill(url), {
    method,
    headers: {
      ...(auth?.type === 'noauth' ? {} : { authorization: `Bearer ${variables.get('token') ?? ''}` }),
      ...Object.fromEntries(header.map(({ key, value }) => [key, fill(value)])),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: answer.status, text: await answer.text() };
};
