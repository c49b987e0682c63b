import { link } from '../../address/address.ts';
import { EmptyState } from '../../kit/empty-state.tsx';

export const FirstRequest = () => (
  <EmptyState icon="traffic" title="No request yet">
    <p>
      Each request to the API is listed here as soon as it is answered, with the reason for its answer.{' '}
      <a href={link()}>Send a first one</a>
    </p>
  </EmptyState>
);
