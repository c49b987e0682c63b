import { packageFile } from '../../edges/files/package-files.ts';
import { loadYaml } from '../../edges/files/load-yaml.ts';

export interface KnownEvent {
  readonly type: string;
  readonly summary: string;
}

interface Descriptions {
  readonly components: { readonly messages: Readonly<Record<string, { readonly summary: string }>> };
}

/** The events of the API, as its description tells them; no server is asked. */
export const listEvents = async (): Promise<readonly KnownEvent[]> => {
  const { components } = await loadYaml<Descriptions>(packageFile('spec', 'asyncapi.yaml'), { type: 'object' });
  return Object.entries(components.messages).map(([type, { summary }]) => ({ type, summary }));
};
