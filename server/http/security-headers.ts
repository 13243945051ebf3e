import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { recordEarlyClicks } from '../../src/config/record-early-clicks.ts'
import type { Env } from '../../src/config/env.ts'
import { startTheme } from '../../src/config/start-theme.ts'
import type { AppEnv, Http } from './app-env.ts'

const parseRegion = (poolId: string) => poolId.split('_')[0] ?? ''

const getOrigin = (endpoint: string) => new URL(endpoint).origin

/**
 * Returns the sources of stored objects: a custom endpoint, or this bucket (and no other) at S3, under the
 * URL that `s3-client.ts` uses.
 */
const listStorageSources = ({ region, bucket, endpoint }: Env['storage']): string[] => {
  if (endpoint !== undefined) return [getOrigin(endpoint)]
  const host = `s3.${region}.amazonaws.com`
  // A wildcard certificate does not cover a host name with a bucket name that contains a dot.
  return bucket.includes('.')
    ? [`https://${host}/${bucket}`, `https://${host}/${bucket}/`]
    : [`https://${bucket}.${host}`]
}

/** Returns the origins of the user pools: Cognito in each of their regions, or a custom endpoint. */
const listUserPoolOrigins = ({ pools, userPoolEndpoint }: Env): string[] => {
  if (userPoolEndpoint !== undefined) return [getOrigin(userPoolEndpoint)]
  const regions = new Set(Object.values(pools).map(({ userPoolId }) => parseRegion(userPoolId)))
  return [...regions].map((region) => `https://cognito-idp.${region}.amazonaws.com`)
}

/** Returns the origins of the hosted sign-in pages, where the app exchanges codes for tokens. */
const listHostedOrigins = ({ pools }: Env): string[] =>
  Object.values(pools).flatMap(({ hostedOrigin }) => hostedOrigin ?? [])

const getIdentityPoolOrigin = ({ identityPoolId, identityPoolEndpoint }: Env): string => {
  if (identityPoolEndpoint !== undefined) return getOrigin(identityPoolEndpoint)
  const [region] = identityPoolId.split(':')
  return `https://cognito-identity.${region}.amazonaws.com`
}

/** Returns the origins of the services that store personal data: profiles, consent and loyalty accounts. */
const listPersonOrigins = (env: Env): string[] =>
  [env.loyaltyUrl, ...Object.values(env.marketingProfileUrls), env.extendedProfileUrl, env.consentUrl].map(
    getOrigin,
  )

/** Returns the distinct origins of the analytics and consent-banner scripts. Empty if none are configured. */
const listScriptOrigins = ({ scripts }: Env): string[] => {
  const urls = [...Object.values(scripts.tag), ...Object.values(scripts.consent)]
  return [...new Set(urls.flatMap((url) => (url === undefined ? [] : [getOrigin(url)])))]
}

/** Returns the source expression that allows one inline script. */
const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * Returns the Content-Security-Policy of the app: allows the site itself and the services in the environment.
 */
export const createContentSecurityPolicy = (env: Env): string => {
  const storage = listStorageSources(env.storage)
  const services = [
    ...listUserPoolOrigins(env),
    ...listHostedOrigins(env),
    getIdentityPoolOrigin(env),
    ...listPersonOrigins(env),
  ]
  const scripts = listScriptOrigins(env)
  // The origins that these scripts send requests to.
  const scriptTargets = [...scripts, ...env.scripts.origins]
  const directives: Record<string, readonly string[]> = {
    // Applies only to the manifest, because everything else has a directive below. `manifest-src` is not
    // used: WebKit does not know it and warns about it on each page.
    'default-src': ["'self'"],
    // WebAssembly computes checksums of upload parts. The inline scripts set the theme and record presses
    // before any file has loaded.
    'script-src': [
      "'self'",
      "'wasm-unsafe-eval'",
      hashSource(startTheme),
      hashSource(recordEarlyClicks),
      ...scripts,
    ],
    // sonner, consent banners and the API document add style elements. A style cannot run code.
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', ...storage, ...scriptTargets],
    'media-src': ["'self'", 'blob:', ...storage],
    // The browser's own viewer shows a stored document in a frame.
    'frame-src': storage,
    'connect-src': ["'self'", ...new Set([...services, ...storage, ...scriptTargets])],
    'worker-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // Sends no path, not even to the site's own pages, because third-party scripts can read the referrer there.
  // With `strict-origin`, they could also read the addresses of earlier pages in `navigation.entries()`.
  'Referrer-Policy': 'origin',
  // Only pages of this site may create passkeys and sign in with them, and no frame in these pages.
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), screen-wake-lock=(self), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Two years, for this host only. Subdomains may belong to other operators without HTTPS. */
const strictTransport = 'max-age=63072000'

/** Sets the security headers on every response, errors and files included. */
export const createSecurityHeaders = (
  env: Env,
  isSecure: (http: Http) => boolean,
): MiddlewareHandler<AppEnv> => {
  const headers = Object.entries({
    ...fixedHeaders,
    'Content-Security-Policy': createContentSecurityPolicy(env),
  })
  return async (http, next) => {
    await next()
    for (const [name, value] of headers) http.res.headers.set(name, value)
    if (isSecure(http)) http.res.headers.set('Strict-Transport-Security', strictTransport)
  }
}
