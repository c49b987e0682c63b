import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';

export default () => (
  <Page title="Report" intro="What your client does well, and what to mend.">
    <EmptyState icon="report" title="Nothing to report yet">
      <p>Findings appear as your client sends requests.</p>
    </EmptyState>
  </Page>
);
