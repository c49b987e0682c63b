import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { toUrl } from '../../server/call.ts';
import { download } from '../../server/download.ts';

const FORMATS = [
  { format: 'transcript', file: 'calls.html', title: 'Page', what: 'to read and to print' },
  { format: 'curl', file: 'calls.sh', title: 'Shell script', what: 'makes the calls again with curl and jq' },
  { format: 'postman', file: 'calls.postman_collection.json', title: 'Postman collection', what: 'to import' },
  { format: 'bruno', file: 'calls.bruno.json', title: 'Bruno collection', what: 'to import' },
  { format: 'har', file: 'calls.har', title: 'HAR', what: 'for browsers and proxies' },
] as const;

/** What one takes home: the calls of this sandbox, in the form that fits. */
export default () => (
  <Card title="Take it along">
    <div class="stack">
      <p class="small muted">
        The latest 500 calls with their responses. The script and the collections run against a sandbox of your own: add
        its client secret.
      </p>
      <ul class="take-along">
        {FORMATS.map(({ format, file, title, what }) => (
          <li key={format}>
            <Button
              small
              label={`Download: ${title}`}
              onClick={() => download(toUrl('/leave-behind', { query: { format } }), file)}
            >
              {title}
            </Button>
            <span class="small muted">{what}</span>
          </li>
        ))}
      </ul>
    </div>
  </Card>
);
