import type { Mock } from '../../../src/index.ts';
import type { components } from '../../../src/generated/admin-types.ts';

export type Show = components['schemas']['Show'];

export interface ControlAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows what it reads.
  readonly body: any;
}

/** Control calls about the show. */
export const createDirectorClient = (mock: Pick<Mock, 'url'>) => {
  /** A text is sent as YAML. */
  const call = async (method: string, path: string, body?: string | object): Promise<ControlAnswer> => {
    const isText = typeof body === 'string';
    const response = await fetch(`${mock.url}/__admin${path}`, {
      method,
      headers: { 'content-type': isText ? 'application/yaml' : 'application/json' },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };
  const show = async (method: string, path: string, body?: string | object): Promise<Show> => {
    const { status, body: answer } = await call(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${String(status)} ${JSON.stringify(answer)}`);
    return answer.show as Show;
  };
  return {
    call,
    list: async () => (await call('GET', '/show')).body.storyboards as readonly { readonly name: string }[],
    textOf: async (name: string) => (await call('GET', `/show?storyboard=${name}`)).body.storyboards[0].text as string,
    read: () => show('GET', '/show'),
    /** Begins a storyboard of a file. */
    start: (storyboard: string) => show('PUT', '/show', { storyboard }),
    /** Begins a storyboard that is sent. */
    play: (yaml: string) => show('PUT', '/show', yaml),
    next: () => show('POST', '/show/next'),
    back: () => show('POST', '/show/back'),
    /** In the storyboard that is played. */
    jump: async (chapter: number, step?: number) => {
      const { storyboard } = await show('GET', '/show');
      return show('PUT', '/show', { storyboard, chapter, ...(step === undefined ? {} : { step }) });
    },
  };
};

export type DirectorClient = ReturnType<typeof createDirectorClient>;

/** What a step showed, without the ids of exchanges, which differ each time. */
export const shownBy = ({ current }: Show): string =>
  JSON.stringify(current, (name, value: unknown) => (name === 'requestId' ? undefined : value), 1);
