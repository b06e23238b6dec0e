/** Asks for the token of the service. */
import { useState } from 'preact/hooks';
import { logIn } from '../api/session.ts';

export function Login({ wasWrong }: { readonly wasWrong: boolean }) {
  const [token, setToken] = useState('');
  return (
    <main class="login">
      <h1>unflake</h1>
      <p class="quiet">This service needs a token. It printed at its start where the token is.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void logIn(token.trim());
        }}
      >
        <label for="token">Token</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          required
          value={token}
          aria-describedby="token-note"
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="main">
          Open
        </button>
        <p id="token-note" class="quiet small">
          It is kept for this tab and sent as a header.
        </p>
      </form>
      {wasWrong ? (
        <p class="fault" role="alert">
          This is not the token.
        </p>
      ) : null}
    </main>
  );
}
