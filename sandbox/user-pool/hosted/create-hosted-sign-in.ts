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
import { createReturnUrl, findReturn, parseAuthorizationRequest } from './authorization-request.ts'
import { checkPassword } from './check-password.ts'
import { createHostedClients, type HostedClient, type HostedOptions } from './hosted-clients.ts'
import { contentSecurityPolicy, renderError, renderFactor, renderSignIn } from './hosted-page.ts'
import { sessionCookie } from './hosted-sessions.ts'
import { OAuthError } from './oauth-error.ts'
import { exchangeForTokens } from './token-endpoint.ts'

type Visit = { client: HostedClient; redirectUri: string }

const credentialsSchema = v.object({ username: memberSchemas.username, password: v.string() })
const factorSchema = v.object({
  challenge: v.picklist(factorNames),
  session: memberSchemas.session,
  code: memberSchemas.code,
})

/** Returns the sentence for the person at the page. Throws errors that are no response to what they typed. */
const toProblem = (error: unknown): string => {
  if (error instanceof AwsError) return error.message
  if (error instanceof v.ValiError) return 'Fill in every field.'
  throw error
}

/** Returns a field of a form, or '' if it is missing or a file. */
const toText = (field: unknown): string => (typeof field === 'string' ? field : '')

const getQuery = (context: HttpContext) => new URL(context.req.url).search.slice(1)

const pagePaths = ['/oauth2/authorize', '/login', '/mfa', '/cancel', '/logout']

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

  /** Runs `respond` for a request with a registered client and address. Its OAuth errors go to the app. */
  const withVisit = async (
    context: HttpContext,
    respond: (visit: Visit) => Response | Promise<Response>,
  ): Promise<Response> => {
    const visit = findReturn(findClient, context.req.query())
    if (!visit) return context.html(renderError(), 400)
    try {
      return await respond(visit)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      return context.redirect(createReturnUrl(visit.redirectUri, context.req.query('state'), error))
    }
  }

  const returnWithCode = (
    context: HttpContext,
    { client, redirectUri }: Visit,
    { sub, authTime }: { sub: string; authTime: number },
  ) => {
    const { scope, state, code_challenge } = parseAuthorizationRequest(context.req.query())
    const code = client.codes.issue({ sub, authTime, redirectUri, scope, codeChallenge: code_challenge })
    return context.redirect(createReturnUrl(redirectUri, state, { code }))
  }

  const signIn = (context: HttpContext, visit: Visit, sub: string) => {
    const session = visit.client.sessions.open(sub)
    // `Lax`, so that the cookie is sent when the app leads here, and not with a page's own requests.
    setCookie(context, sessionCookie, session.id, { httpOnly: true, sameSite: 'Lax', path: '/' })
    return returnWithCode(context, visit, session)
  }

  const app = createHttpApp()
  const page = createHttpApp()
  // Not for every path: the operations of the pools are at the same address.
  for (const path of pagePaths) {
    page.use(path, csrf(), async (context, next) => {
      context.header('Content-Security-Policy', contentSecurityPolicy)
      context.header('Referrer-Policy', 'no-referrer')
      await next()
    })
  }

  page.get('/oauth2/authorize', (context) =>
    withVisit(context, (visit) => {
      const { prompt } = parseAuthorizationRequest(context.req.query())
      const session = visit.client.sessions.find(getCookie(context, sessionCookie))
      if (session && prompt !== 'login') return returnWithCode(context, visit, session)
      if (prompt === 'none') throw new OAuthError('login_required')
      return context.redirect(`/login?${getQuery(context)}`)
    }),
  )
  page.get('/login', (context) =>
    withVisit(context, () => {
      const { login_hint: username } = parseAuthorizationRequest(context.req.query())
      return context.html(renderSignIn({ query: getQuery(context), username }))
    }),
  )
  page.post('/login', (context) =>
    withVisit(context, async (visit) => {
      parseAuthorizationRequest(context.req.query())
      const { pool } = visit.client
      const body = await context.req.parseBody()
      const query = getQuery(context)
      try {
        const { user, factor } = checkPassword(pool, v.parse(credentialsSchema, body))
        if (!factor) return signIn(context, visit, user.sub)
        const { ChallengeName, Session } = await startFactorChallenge(pool, user, factor)
        return context.html(renderFactor({ query, challenge: ChallengeName, session: Session }))
      } catch (error) {
        const problem = toProblem(error)
        return context.html(renderSignIn({ query, problem, username: toText(body['username']) }), 400)
      }
    }),
  )
  page.post('/mfa', (context) =>
    withVisit(context, async (visit) => {
      parseAuthorizationRequest(context.req.query())
      const query = getQuery(context)
      const parsed = v.safeParse(factorSchema, await context.req.parseBody())
      if (!parsed.success) return context.redirect(`/login?${query}`)
      const { challenge, session, code } = parsed.output
      try {
        const attempt = openAttempt(visit.client.pool, challenge, { sessionId: session })
        const user = await acceptFactorCode(attempt, code)
        return signIn(context, visit, user.sub)
      } catch (error) {
        return context.html(renderFactor({ query, problem: toProblem(error), challenge, session }), 400)
      }
    }),
  )
  page.get('/cancel', (context) =>
    withVisit(context, () => {
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
  return app.route('/', page)
}
