import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';

export default () => (
  <Page title="Orders" intro="Where each order stands, and what holds it up.">
    <EmptyState icon="orders" title="No order yet">
      <p>Create one with your client, or bring one about here.</p>
    </EmptyState>
  </Page>
);
