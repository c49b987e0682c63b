import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';

export default () => (
  <Page title="Reference" intro="The API, with what is documented and what is assumed.">
    <EmptyState icon="reference" title="The reference">
      <p>Every operation, schema and event of the API.</p>
    </EmptyState>
  </Page>
);
