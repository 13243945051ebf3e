import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { earlyPresses } from '../../src/config/early-presses.ts'
import type { Env } from '../../src/config/env.ts'
import { startTheme } from '../../src/config/start-theme.ts'
import type { AppEnv, Http } from './app-env.ts'

const parseRegion = (poolId: string) => poolId.split('_')[0] ?? ''

const getOrigin = (endpoint: string) => new URL(endpoint).origin

/**
 * The sources of stored objects: a custom endpoint, or this bucket at S3 under the URL that `s3-client.ts`
 * uses, and no other bucket.
 */
const storageSources = ({ region, bucket, endpoint }: Env['storage']): string[] => {
  if (endpoint !== undefined) return [getOrigin(endpoint)]
  const host = `s3.${region}.amazonaws.com`
  // A wildcard certificate does not cover a host name with a bucket name that contains a dot.
  return bucket.includes('.')
    ? [`https://${host}/${bucket}`, `https://${host}/${bucket}/`]
    : [`https://${bucket}.${host}`]
}

const identityOrigins = ({
  pools,
  userPoolEndpoint,
  identityPoolId,
  identityPoolEndpoint,
}: Env): string[] => {
  const regions = new Set(Object.values(pools).map(({ userPoolId }) => parseRegion(userPoolId)))
  const [identityRegion] = identityPoolId.split(':')
  return [
    ...(userPoolEndpoint === undefined
      ? [...regions].map((region) => `https://cognito-idp.${region}.amazonaws.com`)
      : [getOrigin(userPoolEndpoint)]),
    identityPoolEndpoint === undefined
      ? `https://cognito-identity.${identityRegion}.amazonaws.com`
      : getOrigin(identityPoolEndpoint),
  ]
}

/** The origins of the services with personal data, as the environment names them. */
const personOrigins = (env: Env): string[] =>
  [env.loyaltyUrl, ...Object.values(env.marketingProfileUrls), env.extendedProfileUrl, env.consentUrl].map(
    getOrigin,
  )

/** The distinct origins of the analytics-tag and consent-banner scripts. Empty if none are configured. */
const scriptOrigins = ({ scripts }: Env): string[] => {
  const urls = [...Object.values(scripts.tag), ...Object.values(scripts.consent)]
  return [...new Set(urls.flatMap((url) => (url === undefined ? [] : [getOrigin(url)])))]
}

/** The source of an inline script, by its hash. */
const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The Content-Security-Policy of the app: itself, and the services that its environment names. */
export const contentSecurityPolicy = (env: Env): string => {
  const storage = storageSources(env.storage)
  const scripts = scriptOrigins(env)
  /** The origins that these scripts request. */
  const scriptTargets = [...scripts, ...env.scripts.origins]
  const directives: Record<string, readonly string[]> = {
    // For the manifest: WebKit does not know `manifest-src` and warns about it on each page. Everything else
    // has a directive below.
    'default-src': ["'self'"],
    // WebAssembly computes checksums of upload parts. The inline scripts are for what cannot wait for a file.
    'script-src': [
      "'self'",
      "'wasm-unsafe-eval'",
      hashSource(startTheme),
      hashSource(earlyPresses),
      ...scripts,
    ],
    // sonner, consent banners and the API document add style elements. A style cannot run code.
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', ...storage, ...scriptTargets],
    'media-src': ["'self'", 'blob:', ...storage],
    // A stored document, in the browser's own viewer.
    'frame-src': storage,
    'connect-src': [
      "'self'",
      ...new Set([...identityOrigins(env), ...personOrigins(env), ...storage, ...scriptTargets]),
    ],
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
  // No path, not even to the site's own pages: third-party scripts read the referrer there.
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Two years, for this host only. Subdomains may belong to other operators without HTTPS. */
const strictTransport = 'max-age=63072000'

/** Sets the security headers on every response, refusals and files included. */
export const securityHeaders = (env: Env, isSecure: (http: Http) => boolean): MiddlewareHandler<AppEnv> => {
  const headers = Object.entries({ ...fixedHeaders, 'Content-Security-Policy': contentSecurityPolicy(env) })
  return async (http, next) => {
    await next()
    for (const [name, value] of headers) http.res.headers.set(name, value)
    if (isSecure(http)) http.res.headers.set('Strict-Transport-Security', strictTransport)
  }
}
