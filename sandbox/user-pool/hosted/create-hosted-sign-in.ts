import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { csrf } from 'hono/csrf'
import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { createHttpApp, type HttpContext } from '../../shared/http-app.ts'
import { openAttempt } from '../challenges/attempt.ts'
import { acceptFactorCode } from '../challenges/second-factor.ts'
import { startFactorChallenge } from '../challenges/sign-in-steps.ts'
import * as memberSchemas from '../operations/member-schemas.ts'
import { factorNames } from '../pool-state.ts'
import type { UserPools } from '../user-pools.ts'
import { createRedirectUrl, findRedirectTarget, parseAuthorizationRequest } from './authorization-request.ts'
import { checkPassword } from './check-password.ts'
import {
  createHostedClients,
  type FindHostedClient,
  type HostedClient,
  type HostedOptions,
} from './hosted-clients.ts'
import { contentSecurityPolicy, renderError, renderFactor, renderSignIn } from './hosted-page.ts'
import { sessionCookie } from './hosted-sessions.ts'
import { OAuthError } from './oauth-error.ts'
import { exchangeForTokens } from './token-endpoint.ts'

type RedirectTarget = { client: HostedClient; redirectUri: string }

const credentialsSchema = v.object({ username: memberSchemas.username, password: v.string() })
const factorSchema = v.object({
  challenge: v.picklist(factorNames),
  session: memberSchemas.session,
  code: memberSchemas.code,
})

/** Returns the message of an error that the user of the page caused. Throws any other error. */
const toErrorMessage = (error: unknown): string => {
  if (error instanceof AwsError) return error.message
  if (error instanceof v.ValiError) return 'Fill in every field.'
  throw error
}

/** Returns a field of a form, or '' if it is missing or a file. */
const toText = (field: unknown): string => (typeof field === 'string' ? field : '')

const getQuery = (context: HttpContext) => new URL(context.req.url).search.slice(1)

/** Redirects to the app with an authorization code. */
const redirectWithCode = (
  context: HttpContext,
  { client, redirectUri }: RedirectTarget,
  { sub, authTime }: { sub: string; authTime: number },
) => {
  const { scope, state, code_challenge } = parseAuthorizationRequest(context.req.query())
  const code = client.codes.issue({ sub, authTime, redirectUri, scope, codeChallenge: code_challenge })
  return context.redirect(createRedirectUrl(redirectUri, state, { code }))
}

/** Starts a session of the browser at the page, and redirects to the app with an authorization code. */
const signIn = (context: HttpContext, target: RedirectTarget, sub: string) => {
  const session = target.client.sessions.open(sub)
  // `Lax`: a browser sends the cookie when the app leads to the page, but not with other requests from other
  // sites.
  setCookie(context, sessionCookie, session.id, { httpOnly: true, sameSite: 'Lax', path: '/' })
  return redirectWithCode(context, target, session)
}

const pagePaths = ['/oauth2/authorize', '/login', '/mfa', '/cancel', '/logout']

const createPages = (findClient: FindHostedClient) => {
  const page = createHttpApp()
  // Only for these paths, because the operations of the pools have the same origin.
  for (const path of pagePaths) {
    page.use(path, csrf(), async (context, next) => {
      context.header('Content-Security-Policy', contentSecurityPolicy)
      context.header('Referrer-Policy', 'no-referrer')
      await next()
    })
  }

  /** Calls `respond` if the client and the redirect URI are registered. Sends its OAuth errors to that URI. */
  const withRedirectTarget = async (
    context: HttpContext,
    respond: (target: RedirectTarget) => Response | Promise<Response>,
  ): Promise<Response> => {
    const target = findRedirectTarget(findClient, context.req.query())
    if (!target) return context.html(renderError(), 400)
    try {
      return await respond(target)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      return context.redirect(createRedirectUrl(target.redirectUri, context.req.query('state'), error))
    }
  }

  page.get('/oauth2/authorize', (context) =>
    withRedirectTarget(context, (target) => {
      const { prompt } = parseAuthorizationRequest(context.req.query())
      const session = target.client.sessions.find(getCookie(context, sessionCookie))
      if (session && prompt !== 'login') return redirectWithCode(context, target, session)
      if (prompt === 'none') throw new OAuthError('login_required')
      return context.redirect(`/login?${getQuery(context)}`)
    }),
  )
  page.get('/login', (context) =>
    withRedirectTarget(context, () => {
      const { login_hint: username } = parseAuthorizationRequest(context.req.query())
      return context.html(renderSignIn({ query: getQuery(context), username }))
    }),
  )
  page.post('/login', (context) =>
    withRedirectTarget(context, async (target) => {
      parseAuthorizationRequest(context.req.query())
      const { pool } = target.client
      const body = await context.req.parseBody()
      const query = getQuery(context)
      try {
        const { user, factor } = checkPassword(pool, v.parse(credentialsSchema, body))
        if (!factor) return signIn(context, target, user.sub)
        const { ChallengeName, Session } = await startFactorChallenge(pool, user, factor)
        return context.html(renderFactor({ query, challenge: ChallengeName, session: Session }))
      } catch (error) {
        const errorMessage = toErrorMessage(error)
        return context.html(renderSignIn({ query, errorMessage, username: toText(body['username']) }), 400)
      }
    }),
  )
  page.post('/mfa', (context) =>
    withRedirectTarget(context, async (target) => {
      parseAuthorizationRequest(context.req.query())
      const query = getQuery(context)
      const parsed = v.safeParse(factorSchema, await context.req.parseBody())
      if (!parsed.success) return context.redirect(`/login?${query}`)
      const { challenge, session, code } = parsed.output
      try {
        const attempt = openAttempt(target.client.pool, challenge, { sessionId: session })
        const user = await acceptFactorCode(attempt, code)
        return signIn(context, target, user.sub)
      } catch (error) {
        return context.html(
          renderFactor({ query, errorMessage: toErrorMessage(error), challenge, session }),
          400,
        )
      }
    }),
  )
  page.get('/cancel', (context) =>
    withRedirectTarget(context, () => {
      throw new OAuthError('access_denied', 'The user has cancelled the sign-in')
    }),
  )
  page.get('/logout', (context) => {
    const client = findClient(context.req.query('client_id'))
    const logoutUri = context.req.query('logout_uri') ?? ''
    if (!client?.logoutUrls.has(logoutUri)) return context.html(renderError(), 400)
    client.sessions.end(deleteCookie(context, sessionCookie))
    return context.redirect(logoutUri)
  })
  return page
}

const createEndpoints = (findClient: FindHostedClient) => {
  const app = createHttpApp()
  app.post('/oauth2/token', async (context) => {
    const body = await context.req.parseBody()
    try {
      return context.json(await exchangeForTokens(findClient(toText(body['client_id'])), body))
    } catch (error) {
      if (error instanceof OAuthError) return context.json({ error: error.error }, 400)
      throw error
    }
  })
  app.post('/oauth2/revoke', async (context) => {
    const body = await context.req.parseBody()
    const client = findClient(toText(body['client_id']))
    if (!client) return context.json({ error: 'invalid_client' }, 400)
    if (typeof body['token'] !== 'string') return context.json({ error: 'invalid_request' }, 400)
    const session = client.pool.sessions.findByRefreshToken(body['token'])
    if (session) await client.pool.sessions.revokeOne(session.id)
    return context.body(null, 200)
  })
  return app
}

/**
 * Creates the pages and endpoints under a user pool's domain, as Cognito's documentation describes them:
 *
 * - `GET /oauth2/authorize` checks a request of the app and leads to `/login`, or back with a code if the
 *   browser is still signed in there.
 * - `/login` and `/mfa` ask for the password and the code of a second factor. `/cancel` goes back with
 *   `access_denied`, as the page of an organisation does.
 * - `POST /oauth2/token` exchanges the code, and `POST /oauth2/revoke` ends the session of a refresh token.
 * - `GET /logout` ends the browser's session at the page and goes back to the app.
 */
export const createHostedSignIn = (pools: UserPools, options: HostedOptions) => {
  const findClient = createHostedClients(pools, options)
  return createEndpoints(findClient).route('/', createPages(findClient))
}
