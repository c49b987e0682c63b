import { useSignal } from '@preact/signals';
import { Button, ErrorPanel, type LoadPart, Part } from '../kit/kit.ts';
import { type Refused, toRefused } from '../server/call.ts';
import { session } from '../server/session-state.ts';
import { type Credentials, signIn } from '../server/session.ts';

const SIGN_UP: LoadPart = () => import('../screens/visitor.ts').then(({ SignUp }) => ({ default: SignUp }));

/** Asks who looks, at a hosted server. */
export const SignIn = () => {
  const isOperator = useSignal(false);
  const refused = useSignal<Refused | undefined>(undefined);
  const isBusy = useSignal(false);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const values = new FormData(form);
    const text = (name: string): string => {
      const value = values.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const credentials: Credentials = isOperator.value
      ? { operatorToken: text('operatorToken') }
      : { clientId: text('clientId'), clientSecret: text('clientSecret') };
    isBusy.value = true;
    try {
      await signIn(credentials);
    } catch (error) {
      refused.value = toRefused(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <main class="sign-in">
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <p class="sign-in-brand">vatmock</p>
        <h1>{isOperator.value ? 'Sign in as operator' : 'Sign in to your sandbox'}</h1>
        {isOperator.value ? (
          <Field key="operator" name="operatorToken" label="Operator token" hint="The value of ADMIN_TOKEN." secret />
        ) : (
          <>
            <Field key="id" name="clientId" label="Client id" hint="The one your application gets its tokens with." />
            <Field key="secret" name="clientSecret" label="Client secret" secret />
          </>
        )}
        {refused.value !== undefined && <ErrorPanel refused={refused.value} />}
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
      </form>
      {session.value?.server.hasSignUp === true && <Part load={SIGN_UP} quiet />}
    </main>
  );
};

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly secret?: boolean;
}

const Field = ({ name, label, hint, secret = false }: FieldProps) => (
  <label class="field">
    <span>{label}</span>
    {secret ? (
      <input name={name} type="password" required autocomplete="current-password" />
    ) : (
      <input name={name} type="text" required autocomplete="username" autocapitalize="none" spellcheck={false} />
    )}
    {hint !== undefined && <small class="muted">{hint}</small>}
  </label>
);
