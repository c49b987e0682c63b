import { runInNewContext } from 'node:vm';
import { type Played, sendItem } from './send-item.ts';
import type { NewSandbox } from '../control-api/admin-client.ts';

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
    const { method, url, auth, header, body } = request;
    const answer = await sendItem(variables, {
      ...{ method, url, sendsToken: auth?.type !== 'noauth' },
      headers: header.map(({ key, value }) => [key, value]),
      text: body?.raw,
      fields: body?.urlencoded?.map(({ key, value }) => [key, value]),
      form: body?.formdata?.map(({ key, type, value = '', contentType = '', description = '' }) =>
        type === 'file' ? { name: key, fileName: description, mediaType: contentType } : { name: key, value },
      ),
    });
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
