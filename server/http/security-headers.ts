import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { earlyPresses } from '../../src/config/early-presses.ts'
import type { Env } from '../../src/config/env.ts'
import type { AppEnv, Http } from './app-env.ts'

const regionOf = (poolId: string) => poolId.split('_')[0] ?? ''

const originOf = (endpoint: string) => new URL(endpoint).origin

/** Where objects are stored: an endpoint of its own, or the bucket at S3, as `s3-endpoint.ts` names it, and no other bucket there. */
const storageOrigins = ({ region, bucket, endpoint }: Env['storage']): string[] => {
  if (endpoint !== undefined) return [originOf(endpoint)]
  const host = `s3.${region}.amazonaws.com`
  // A name with a dot is no part of a host name that a certificate covers.
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
  const regions = new Set(Object.values(pools).map(({ userPoolId }) => regionOf(userPoolId)))
  const [identityRegion] = identityPoolId.split(':')
  return [
    ...(userPoolEndpoint === undefined
      ? [...regions].map((region) => `https://cognito-idp.${region}.amazonaws.com`)
      : [originOf(userPoolEndpoint)]),
    identityPoolEndpoint === undefined
      ? `https://cognito-identity.${identityRegion}.amazonaws.com`
      : originOf(identityPoolEndpoint),
  ]
}

/** The services that know the person, each where its environment says. */
const personOrigins = (env: Env): string[] =>
  [
    env.loyaltyAddress,
    ...Object.values(env.marketingProfileAddresses),
    env.extendedProfileAddress,
    env.consentAddress,
  ].map(originOf)

/** Where analytics-tag and consent-banner scripts come from, each named once; none where none are configured. */
const scriptOrigins = ({ scripts }: Env): string[] => {
  const addresses = [...Object.values(scripts.tag), ...Object.values(scripts.consent)]
  return [...new Set(addresses.flatMap((address) => (address === undefined ? [] : [originOf(address)])))]
}

/** An inline script by what it says. */
const sourceOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The Content-Security-Policy of the app: itself, and the services that its environment names. */
export const contentSecurityPolicy = (env: Env): string => {
  const storage = storageOrigins(env.storage)
  const scripts = scriptOrigins(env)
  const reported = [...scripts, ...env.scripts.origins]
  const directives: Record<string, readonly string[]> = {
    // For the manifest: WebKit knows no `manifest-src` and complains of it on each page. All else is named below.
    'default-src': ["'self'"],
    // WebAssembly computes the checksums of upload parts; of text, only that of the prerendered pages is run as a script.
    'script-src': ["'self'", "'wasm-unsafe-eval'", sourceOf(earlyPresses), ...scripts],
    // sonner, consent banners and the API document bring style elements along; a style cannot run anything.
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', ...storage, ...reported],
    'media-src': ["'self'", 'blob:', ...storage],
    // A stored document, in the browser's own reader.
    'frame-src': storage,
    'connect-src': [
      "'self'",
      ...new Set([...identityOrigins(env), ...personOrigins(env), ...storage, ...reported]),
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

const always = {
  'X-Content-Type-Options': 'nosniff',
  // No path, not even to the site's own pages: the scripts of others read there where a visitor comes from.
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Two years, of this host alone: what else lies below its domain may belong to somebody who has no HTTPS there. */
const strictTransport = 'max-age=63072000'

/** Puts the security headers on every response, refusals and files included. */
export const securityHeaders = (env: Env, isSecure: (http: Http) => boolean): MiddlewareHandler<AppEnv> => {
  const fixed = Object.entries({ ...always, 'Content-Security-Policy': contentSecurityPolicy(env) })
  return async (http, next) => {
    await next()
    for (const [name, value] of fixed) http.res.headers.set(name, value)
    if (isSecure(http)) http.res.headers.set('Strict-Transport-Security', strictTransport)
  }
}
