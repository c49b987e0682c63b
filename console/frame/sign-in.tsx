import { useSignal } from '@preact/signals';
import {
  Button,
  ErrorPanel,
  type Field,
  Fields,
  Form,
  type LoadPart,
  Note,
  Part,
  session,
  signIn,
  useAttempt,
} from '../kit/kit.ts';

const SIGN_UP: LoadPart = () => import('../screens/visit/visit-screen.tsx').then(({ SignUp }) => ({ default: SignUp }));

const CLIENT: readonly Field<'clientId' | 'clientSecret'>[] = [
  {
    name: 'clientId',
    label: 'Client id',
    hint: 'The one your application gets its tokens with.',
    autocomplete: 'username',
    required: true,
  },
  { name: 'clientSecret', label: 'Client secret', type: 'password', autocomplete: 'current-password', required: true },
];

const OPERATOR: readonly Field<'operatorToken'>[] = [
  {
    name: 'operatorToken',
    label: 'Operator token',
    hint: 'The value of ADMIN_TOKEN.',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  },
];

/** Asks who looks, at a hosted server. */
export const SignIn = () => {
  const isOperator = useSignal(false);
  const { refused, attempt } = useAttempt();
  const isBusy = useSignal(false);
  const written = useSignal({ clientId: '', clientSecret: '', operatorToken: '' });
  const submit = async () => {
    const { clientId, clientSecret, operatorToken } = written.value;
    isBusy.value = true;
    await attempt(() =>
      signIn(
        isOperator.value
          ? { operatorToken: operatorToken.trim() }
          : { clientId: clientId.trim(), clientSecret: clientSecret.trim() },
      ),
    );
    isBusy.value = false;
  };
  return (
    <main class="sign-in">
      <Form onSubmit={() => void submit()}>
        <p class="sign-in-brand">vatmock</p>
        <h1>{isOperator.value ? 'Sign in as operator' : 'Sign in to your sandbox'}</h1>
        <Fields of={written} fields={isOperator.value ? OPERATOR : CLIENT} />
        {refused.value && <ErrorPanel refused={refused.value} />}
        {!isOperator.value && <Note>Did a link bring you here? Open it again: it says why if it no longer works.</Note>}
        <div class="row spread">
          <Button kind="primary" type="submit" disabled={isBusy.value}>
            Sign in
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              isOperator.value = !isOperator.value;
              refused.value = undefined;
            }}
          >
            {isOperator.value ? 'With a client instead' : 'As operator instead'}
          </Button>
        </div>
      </Form>
      {session.value?.server.hasSignUp === true && <Part load={SIGN_UP} quiet />}
    </main>
  );
};
