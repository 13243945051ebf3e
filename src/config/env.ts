import * as v from 'valibot'
import { localeCodes, locales, marketingHosts, poolNames, type LocaleCode } from './locales.ts'
import { socialLinksSchema } from './social-links.ts'

const originSchema = v.pipe(v.string(), v.regex(/^https?:\/\/[^/\s;,]+$/, 'must be an origin'))

/** One regional user pool. The part of `userPoolId` before `_` is its AWS region. */
const poolSchema = v.strictObject({
  userPoolId: v.pipe(v.string(), v.regex(/^[\w-]+_[0-9a-zA-Z]+$/)),
  webClientId: v.pipe(v.string(), v.regex(/^[a-z0-9]+$/)),
  /** The origin of the pool's hosted sign-in page. Absent: there is no such page. */
  hostedOrigin: v.optional(originSchema),
})

/** Parses a variable that contains JSON. */
const jsonText = v.pipe(
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

const poolsSchema = v.pipe(jsonText, v.strictObject(v.entriesFromList(poolNames, poolSchema)))

/** A URL without a trailing slash. */
const urlSchema = v.pipe(v.string(), v.url(), v.regex(/[^/]$/))
/** The URL of an endpoint that is used instead of AWS, for example in the sandbox. Empty for AWS itself. */
const awsEndpoint = v.union([v.literal(''), urlSchema])
const nonEmptyText = v.pipe(v.string(), v.nonEmpty())

const marketingProfileUrls = v.pipe(jsonText, v.strictObject(v.entriesFromList(marketingHosts, urlSchema)))
const personKeys = v.pipe(jsonText, v.strictObject(v.entriesFromList(localeCodes, nonEmptyText)))

const localesWithBanner = localeCodes.filter((code) => locales[code].consentBanner)
/** Creates the schema of script URLs by locale. A locale without a URL has no script. */
const createScriptUrlsSchema = (codes: readonly LocaleCode[]) =>
  v.pipe(jsonText, v.strictObject(v.entriesFromList(codes, v.optional(urlSchema))))
const originsSchema = v.pipe(jsonText, v.array(originSchema))

const variablesSchema = v.object({
  VITE_USER_POOLS: poolsSchema,
  VITE_USER_POOL_ENDPOINT: v.optional(awsEndpoint, ''),
  VITE_IDENTITY_POOL_ID: v.pipe(v.string(), v.regex(/^[\w-]+:[0-9a-f-]{36}$/)),
  VITE_IDENTITY_POOL_ENDPOINT: v.optional(awsEndpoint, ''),
  VITE_STORAGE_REGION: nonEmptyText,
  VITE_STORAGE_BUCKET: nonEmptyText,
  VITE_STORAGE_ENDPOINT: v.optional(awsEndpoint, ''),
  VITE_LOYALTY_ADDRESS: urlSchema,
  VITE_MARKETING_PROFILE_ADDRESSES: marketingProfileUrls,
  VITE_EXTENDED_PROFILE_ADDRESS: urlSchema,
  VITE_CONSENT_ADDRESS: urlSchema,
  VITE_PERSON_KEYS: personKeys,
  VITE_TAG_SCRIPTS: v.optional(createScriptUrlsSchema(localeCodes), '{}'),
  VITE_CONSENT_SCRIPTS: v.optional(createScriptUrlsSchema(localesWithBanner), '{}'),
  VITE_SCRIPT_ORIGINS: v.optional(originsSchema, '[]'),
  VITE_SOCIAL_LINKS: v.optional(v.pipe(jsonText, socialLinksSchema), '{}'),
})

/** The names of all variables of the environment that the app reads. */
export const variableNames: readonly string[] = Object.keys(variablesSchema.entries)

const toEnv = (env: v.InferOutput<typeof variablesSchema>) => ({
  pools: env.VITE_USER_POOLS,
  /** If absent, the app uses Cognito's own endpoint in the pool's region. */
  ...(env.VITE_USER_POOL_ENDPOINT && { userPoolEndpoint: env.VITE_USER_POOL_ENDPOINT }),
  identityPoolId: env.VITE_IDENTITY_POOL_ID,
  ...(env.VITE_IDENTITY_POOL_ENDPOINT && { identityPoolEndpoint: env.VITE_IDENTITY_POOL_ENDPOINT }),
  storage: {
    region: env.VITE_STORAGE_REGION,
    bucket: env.VITE_STORAGE_BUCKET,
    ...(env.VITE_STORAGE_ENDPOINT && { endpoint: env.VITE_STORAGE_ENDPOINT }),
  },
  loyaltyUrl: env.VITE_LOYALTY_ADDRESS,
  /** By host. The locale table (`locales.ts`) names the host of each locale. */
  marketingProfileUrls: env.VITE_MARKETING_PROFILE_ADDRESSES,
  extendedProfileUrl: env.VITE_EXTENDED_PROFILE_ADDRESS,
  consentUrl: env.VITE_CONSENT_ADDRESS,
  /** The API key of each locale at the marketing profile and the extended profile. */
  personKeys: env.VITE_PERSON_KEYS,
  /**
   * The scripts of the analytics tag and the consent banner by locale, and the origins that they may contact.
   */
  scripts: {
    tag: env.VITE_TAG_SCRIPTS,
    consent: env.VITE_CONSENT_SCRIPTS,
    origins: env.VITE_SCRIPT_ORIGINS,
  },
  /** The programme's pages on social networks, by locale. */
  socialLinks: env.VITE_SOCIAL_LINKS,
})

/** The URLs and keys of the services around the app. Only these differ between production and the sandbox. */
export type Env = ReturnType<typeof toEnv>
export type Scripts = Env['scripts']

/** Parses the environment. Throws an error that names every missing or invalid variable. */
export const parseEnv = (environment: Record<string, unknown>): Env => {
  const parsed = v.safeParse(variablesSchema, environment)
  if (parsed.success) return toEnv(parsed.output)
  const messages = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`)
  throw new Error(`The environment is incomplete.\n${messages.join('\n')}`)
}

/** Matches a URL of the local machine, even inside JSON. */
const localUrlPattern = /\/\/(?:[^/"@]*\.)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/"]|$)/i

/**
 * Lists the names of the `VITE_*` variables that contain a URL of the local machine. Visitors of a public
 * site cannot reach such a service.
 */
export const findVariablesWithLocalUrl = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(environment)
    .filter(
      ([name, value]) => name.startsWith('VITE_') && typeof value === 'string' && localUrlPattern.test(value),
    )
    .map(([name]) => name)
    .sort()
