import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';

export default () => (
  <Page title="Buyers" intro="VIES checks and identification of each buyer.">
    <EmptyState icon="buyers" title="No buyer yet">
      <p>Register one with your client, or bring one about here.</p>
    </EmptyState>
  </Page>
);
