import { html } from 'hono/html'

/**
 * Without `form-action`, because a browser would also apply it to the redirect that follows the form and leads
 * back to the app.
 */
export const contentSecurityPolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

type Html = ReturnType<typeof html>

const renderPage = (title: string, content: Html) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Breaking Barriers sandbox</title>
        <link rel="icon" href="data:," />
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            max-width: 24rem;
            margin: 0 auto;
            padding: 2rem 1rem;
            font:
              1rem/1.5 system-ui,
              sans-serif;
          }
          label {
            display: block;
            margin-top: 1rem;
            font-weight: 600;
          }
          input,
          button {
            box-sizing: border-box;
            width: 100%;
            min-height: 3rem;
            padding: 0.5rem 0.75rem;
            font: inherit;
          }
          button {
            margin-top: 1.5rem;
          }
          a {
            display: inline-block;
            padding: 0.75rem 0;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `

const renderAlert = (errorMessage: string | undefined) =>
  errorMessage === undefined ? '' : html`<p role="alert">${errorMessage}</p>`

type FormPage = {
  /** The query of the authorization request, which the form sends again. */
  query: string
  /** Why the previous attempt failed. */
  errorMessage?: string | undefined
}

const renderCancel = (query: string) => html`<p><a href="/cancel?${query}">Cancel</a></p>`

export const renderSignIn = ({ query, errorMessage, username }: FormPage & { username: string }) =>
  renderPage(
    'Sign in through your organisation',
    html`<p>This page stands in for the one under a user pool’s own domain.</p>
      ${renderAlert(errorMessage)}
      <form method="post" action="/login?${query}">
        <label for="username">Email address</label>
        <input
          id="username"
          name="username"
          type="email"
          autocomplete="username"
          required
          value="${username}"
        />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button>Sign in</button>
      </form>
      ${renderCancel(query)}`,
  )

type FactorPage = FormPage & { challenge: string; session: string }

export const renderFactor = ({ query, errorMessage, challenge, session }: FactorPage) =>
  renderPage(
    'Enter your code',
    html`${renderAlert(errorMessage)}
      <form method="post" action="/mfa?${query}">
        <input type="hidden" name="challenge" value="${challenge}" />
        <input type="hidden" name="session" value="${session}" />
        <label for="code">6-digit code</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required />
        <button>Continue</button>
      </form>
      ${renderCancel(query)}`,
  )

/** Renders the page for a request whose client or redirect URI is not registered. It has no links. */
export const renderError = () =>
  renderPage(
    'An error was encountered with the requested page.',
    html`<p>Go back to the app and start the sign-in again.</p>`,
  )
