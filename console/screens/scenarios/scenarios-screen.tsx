import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';

export default () => (
  <Page title="Scenarios" intro="What can go wrong, played at will.">
    <EmptyState icon="scenarios" title="No scenario is active">
      <p>Activate one to practise what seldom happens.</p>
    </EmptyState>
  </Page>
);
