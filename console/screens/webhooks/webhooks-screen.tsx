import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';

export default () => (
  <Page title="Webhooks" intro="Endpoints, deliveries and their attempts.">
    <EmptyState icon="webhooks" title="No endpoint yet">
      <p>Register one with POST /webhooks.</p>
    </EmptyState>
  </Page>
);
