import { Button, call, go, link, readFile, saveFile, sendYaml, toRefused, toUrl, wallNow } from '../../kit/kit.ts';
import { FileEditor, draftKey } from '../scenarios/file-editor.tsx';

const toFirst = (today: string): string => `storyboard: a-first-order
title: A first order
clock: ${today}T08:30:00Z
chapters:
  - title: The client
    steps:
      - title: Who we are
        sentence: The API says who the client is and for whom it may act.
        look: traffic
        notes: Open the request.
        actions:
          - call: getOrganization
`;

/** An editor for a storyboard of one's own, a copy of one of a file, or one from this machine. The server keeps none. */
export const StoryboardEditor = ({ name }: { readonly name: string | undefined }) => {
  const read = async (): Promise<string> => {
    if (name === undefined) return toFirst(new Date(wallNow.value).toISOString().slice(0, 10));
    const { storyboards } = await call('GET', '/show', { query: { storyboard: name } });
    return storyboards[0]?.text ?? '';
  };
  return (
    <FileEditor
      kind="storyboard"
      name={name}
      read={read}
      actions={({ text, isValid, refuse }) => (
        <>
          <Button
            changes
            kind="primary"
            icon="play"
            disabled={!isValid}
            title="Resets the sandbox to the beginning of the storyboard"
            onClick={async () => {
              try {
                await sendYaml('PUT', '/show', text);
                go(link('presenter'));
              } catch (error) {
                const found = toRefused(error).errors?.flatMap(toDiagnostic) ?? [];
                if (found.length === 0) throw error;
                refuse(found);
              }
            }}
          >
            Play
          </Button>
          <Button onClick={() => saveFile(new Blob([text], { type: 'application/yaml' }), toFileName(text))}>
            Save to a file
          </Button>
        </>
      )}
    />
  );
};

/** An error in a file, which is at `line:column`. */
const toDiagnostic = ({ field, message }: { readonly field: string; readonly message: string }) => {
  const [, line, column] = /^(\d+):(\d+)$/.exec(field) ?? [];
  return line === undefined ? [] : [{ line: Number(line), column: Number(column), message }];
};

const toFileName = (text: string): string => `${/^storyboard: *([a-z0-9-]+)/m.exec(text)?.[1] ?? 'storyboard'}.yaml`;

/** Writes what was just done as a storyboard, and opens it in the editor. */
export const RecordStoryboard = () => (
  <Button
    changes
    title="A storyboard of the calls since the last reset, one step for each"
    onClick={async () => {
      const file = await readFile(toUrl('/capsule', { query: { format: 'storyboard' } }));
      sessionStorage.setItem(draftKey('storyboard', undefined), await file.text());
      go(link('director', { view: 'edit' }));
    }}
  >
    Record what was done
  </Button>
);
