import {
  localeCodes,
  locales,
  poolNames,
  type Locale,
  type LocaleCode,
  type PoolName,
} from '../../src/config/locales.ts'

/** BCP 47. Argentina addresses people differently from other countries that speak Spanish. */
export type EmailLanguage = Locale['language'] | 'es-AR'

/** One regional user pool of the sandbox. */
export type PoolDefinition = {
  /** The name of the pool: the country whose coaches sign in there. */
  pool: PoolName
  region: string
  userPoolId: string
  clientId: string
  /** The language of the emails that this pool sends. */
  language: EmailLanguage
}

/** The AWS region of every user pool. */
const regionByPool: Record<PoolName, string> = {
  BR: 'sa-east-1',
  GB: 'eu-west-2',
  AU: 'ap-southeast-2',
  NZ: 'ap-southeast-2',
  AR: 'sa-east-1',
  MX: 'us-east-1',
}

const getLanguage = (pool: PoolName): EmailLanguage => {
  const code = localeCodes.find((locale) => {
    const { auth } = locales[locale]
    return auth.kind === 'user-pool' && auth.pool === pool
  })
  if (!code) throw new Error(`No locale signs in at the user pool ${pool}.`)
  return code === 'es-AR' ? code : locales[code].language
}

/**
 * Returns the definition of a user pool. Its ids have the formats that Amplify and aws-jwt-verify require.
 */
export const getUserPool = (pool: PoolName): PoolDefinition => {
  const region = regionByPool[pool]
  const name = `${pool.charAt(0)}${pool.charAt(1).toLowerCase()}Barrier`
  return {
    pool,
    region,
    userPoolId: `${region}_${name}`,
    // Any fixed id that differs by pool: 26 lower-case letters and digits, as in Cognito.
    clientId: `${name.toLowerCase()}swebclient0000001`,
    language: getLanguage(pool),
  }
}

export const userPools: readonly PoolDefinition[] = poolNames.map(getUserPool)

/**
 * The identity pool of all user pools. With `developerKey`, the product API vouches for coaches of the
 * loyalty provider.
 */
export const identityPool = {
  id: 'us-east-1:00000000-0000-4000-8000-000000000001',
  region: 'us-east-1',
  developerProvider: 'login.breaking-barriers.loyalty',
  developerKey: {
    accessKeyId: 'AKIABREAKINGBARRIERS',
    secretAccessKey: 'sandbox-only/developer-identities/key/01',
  },
} as const

export const storage = { bucket: 'breaking-barriers', region: 'us-east-1' } as const

/** The credential of the site, which the loyalty provider calls a vendor: base64 of `name:secret`. */
export const vendorCredential = Buffer.from('breaking-barriers:sandbox-vendor').toString('base64')

/** Returns the API key that the site of a locale sends to the marketing profile and the extended profile. */
export const getPersonKey = (locale: LocaleCode) => `sandbox-key-${locale}`
/** The locale of each API key. */
export const localeByPersonKey: ReadonlyMap<string, LocaleCode> = new Map(
  localeCodes.map((code) => [getPersonKey(code), code]),
)
