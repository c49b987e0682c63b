import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';

export default () => (
  <Page title="Start" intro="What your application needs to call this sandbox.">
    <EmptyState icon="start" title="Everything is ready">
      <p>Send a first request to the API.</p>
    </EmptyState>
  </Page>
);
