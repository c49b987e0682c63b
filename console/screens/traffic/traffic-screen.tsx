import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';

export default () => (
  <Page title="Traffic" intro="Every request, and why it was answered as it was.">
    <EmptyState icon="traffic" title="No request yet">
      <p>Send one to the API: it is listed here as soon as it is answered.</p>
    </EmptyState>
  </Page>
);
