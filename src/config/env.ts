import * as v from 'valibot'
import { localeCodes, locales, marketingHosts, poolNames, type LocaleCode } from './locales.ts'
import { socialLinks } from './social-links.ts'

/** One regional user pool. The region is the part of `userPoolId` before `_`. */
const pool = v.strictObject({
  userPoolId: v.pipe(v.string(), v.regex(/^[\w-]+_[0-9a-zA-Z]+$/)),
  webClientId: v.pipe(v.string(), v.regex(/^[a-z0-9]+$/)),
})

const json = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
    try {
      return JSON.parse(dataset.value)
    } catch {
      addIssue({ message: 'is not JSON' })
      return NEVER
    }
  }),
)

const pools = v.pipe(json, v.strictObject(v.entriesFromList(poolNames, pool)))

/** An address without a trailing slash. */
const address = v.pipe(v.string(), v.url(), v.regex(/[^/]$/))
/** An empty text selects AWS's own address. */
const awsAddress = v.union([v.literal(''), address])
const filled = v.pipe(v.string(), v.nonEmpty())

const marketingProfileUrls = v.pipe(json, v.strictObject(v.entriesFromList(marketingHosts, address)))
const personKeys = v.pipe(json, v.strictObject(v.entriesFromList(localeCodes, filled)))

const withBanner = localeCodes.filter((code) => locales[code].consentBanner)
/** One script for each of some locales. A locale without an address has no script. */
const scriptsOf = (codes: readonly LocaleCode[]) =>
  v.pipe(json, v.strictObject(v.entriesFromList(codes, v.optional(address))))
const origin = v.pipe(v.string(), v.regex(/^https?:\/\/[^/\s;,]+$/, 'must be an origin'))
const origins = v.pipe(json, v.array(origin))

const variables = v.object({
  VITE_USER_POOLS: pools,
  VITE_USER_POOL_ENDPOINT: v.optional(awsAddress, ''),
  VITE_IDENTITY_POOL_ID: v.pipe(v.string(), v.regex(/^[\w-]+:[0-9a-f-]{36}$/)),
  VITE_IDENTITY_POOL_ENDPOINT: v.optional(awsAddress, ''),
  VITE_STORAGE_REGION: filled,
  VITE_STORAGE_BUCKET: filled,
  VITE_STORAGE_ENDPOINT: v.optional(awsAddress, ''),
  VITE_LOYALTY_ADDRESS: address,
  VITE_MARKETING_PROFILE_ADDRESSES: marketingProfileUrls,
  VITE_EXTENDED_PROFILE_ADDRESS: address,
  VITE_CONSENT_ADDRESS: address,
  VITE_PERSON_KEYS: personKeys,
  VITE_TAG_SCRIPTS: v.optional(scriptsOf(localeCodes), '{}'),
  VITE_CONSENT_SCRIPTS: v.optional(scriptsOf(withBanner), '{}'),
  VITE_SCRIPT_ORIGINS: v.optional(origins, '[]'),
  VITE_SOCIAL_LINKS: v.optional(v.pipe(json, socialLinks), '{}'),
})

/** Every variable that locates a service. */
export const variableNames: readonly string[] = Object.keys(variables.entries)

const envOf = (env: v.InferOutput<typeof variables>) => ({
  pools: env.VITE_USER_POOLS,
  /** Absent: Cognito's own endpoint in the pool's region. */
  ...(env.VITE_USER_POOL_ENDPOINT && { userPoolEndpoint: env.VITE_USER_POOL_ENDPOINT }),
  identityPoolId: env.VITE_IDENTITY_POOL_ID,
  ...(env.VITE_IDENTITY_POOL_ENDPOINT && { identityPoolEndpoint: env.VITE_IDENTITY_POOL_ENDPOINT }),
  storage: {
    region: env.VITE_STORAGE_REGION,
    bucket: env.VITE_STORAGE_BUCKET,
    ...(env.VITE_STORAGE_ENDPOINT && { endpoint: env.VITE_STORAGE_ENDPOINT }),
  },
  loyaltyUrl: env.VITE_LOYALTY_ADDRESS,
  /** One host per market; the locale table selects the host. */
  marketingProfileUrls: env.VITE_MARKETING_PROFILE_ADDRESSES,
  extendedProfileUrl: env.VITE_EXTENDED_PROFILE_ADDRESS,
  consentUrl: env.VITE_CONSENT_ADDRESS,
  /** The key of each locale at the marketing profile and the extended profile. */
  personKeys: env.VITE_PERSON_KEYS,
  /** The analytics-tag and consent-banner scripts by locale, and the further origins they may contact. */
  scripts: {
    tag: env.VITE_TAG_SCRIPTS,
    consent: env.VITE_CONSENT_SCRIPTS,
    origins: env.VITE_SCRIPT_ORIGINS,
  },
  /** The programme's pages at the social networks, by locale. */
  socialLinks: env.VITE_SOCIAL_LINKS,
})

/** The locations of the services around the app. Production differs from the stand-ins only in these. */
export type Env = ReturnType<typeof envOf>
export type Scripts = Env['scripts']

/** Reads the environment once at start. Throws an error with the name of every missing or wrong variable. */
export const parseEnv = (environment: Record<string, unknown>): Env => {
  const parsed = v.safeParse(variables, environment)
  if (parsed.success) return envOf(parsed.output)
  const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`)
  throw new Error(`The environment is incomplete.\n${wrong.join('\n')}`)
}

/** An address on the machine itself, inside a text that may be JSON. */
const local = /\/\/(?:[^/"@]*\.)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/"]|$)/i

/**
 * The `VITE_*` variables that name a service on the machine itself. Visitors of a public site cannot reach
 * such a service.
 */
export const localServices = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(environment)
    .filter(([name, value]) => name.startsWith('VITE_') && typeof value === 'string' && local.test(value))
    .map(([name]) => name)
    .sort()
