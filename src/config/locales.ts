/**
 * The table of all rules that depend on the locale. For a new rule, add a column here instead of comparing
 * locales elsewhere.
 */

export const localeCodes = ['pt-BR', 'en-GB', 'en-US', 'en-AU', 'en-NZ', 'es-AR', 'es-MX', 'es-US'] as const

export type LocaleCode = (typeof localeCodes)[number]

export const defaultLocale: LocaleCode = 'pt-BR'

/** The regional user pools (specification §3, "six regional configurations"). */
export const poolNames = ['BR', 'GB', 'AU', 'NZ', 'AR', 'MX'] as const
export type PoolName = (typeof poolNames)[number]

/** The hosts of the marketing profile (specification §7). */
export const marketingHosts = ['US', 'EU', 'SG'] as const
export type MarketingHost = (typeof marketingHosts)[number]

/** How a coach signs in: a Cognito pool, or the loyalty provider with its source id (specification §9). */
export type LocaleAuth =
  | { kind: 'user-pool'; pool: PoolName }
  | { kind: 'loyalty'; sourceId: '2000042737' | '2000042738' }

export type Locale = {
  code: LocaleCode
  /** ISO 639-1, in lower case. */
  language: 'pt' | 'en' | 'es'
  /** ISO 3166-1, in upper case. */
  country: 'BR' | 'GB' | 'US' | 'AU' | 'NZ' | 'AR' | 'MX'
  auth: LocaleAuth
  /** The id of the message with the slug of the first page after signing in. */
  landing: 'coursesHomeSlug' | 'courseSlug'
  /** Whether the header links to the football course; false for es-US (specification §2). */
  hasFootballInHeader: boolean
  /** The variant of the programme's logo. */
  logo: 'br-oceania' | 'gb' | 'us' | 'default'
  /** The phone number of the emergency services, as people say it. */
  emergencyNumber: string
  /** The paper size of certificates. */
  paper: 'a4' | 'letter'
  /** Constants for the marketing profile, if specification §9 defines them. */
  campaignId?: string
  brandCode?: string
  /** The host that stores the marketing profiles of the locale's coaches. */
  marketingHost: MarketingHost
  /** Whether there is a consent banner; false for es-AR (specification §9). */
  consentBanner: boolean
  /** Whether sign-up reports to the consent service (specification §7: non-US locales). */
  consentService: boolean
  /** The id of an additional newsletter at the consent service, offered at sign-up (specification §3). */
  newsletter?: string
  /** The page and the anchor of the references (specification §2). */
  reference: { to: string; hash: string }
  /** The hour cycle, if it differs from that of `Intl` for the locale. */
  hourCycle?: 'h23'
  /** A maintenance window in local time, as `YYYY-MM-DDTHH:mm` without a zone (specification §2). */
  maintenance?: { from: string; until: string }
}

const reference = { to: 'about', hash: 'references' }
/** The values of most locales. The constants after it have those of groups of locales. */
const defaults = {
  landing: 'coursesHomeSlug',
  hasFootballInHeader: true,
  paper: 'a4',
  reference,
} as const
const consents = { consentBanner: true, consentService: true }
const oceania = { ...defaults, ...consents, language: 'en', logo: 'br-oceania', marketingHost: 'SG' } as const
const latinAmerica = {
  ...defaults,
  language: 'es',
  logo: 'default',
  marketingHost: 'US',
  emergencyNumber: '911',
} as const
const unitedStates = {
  country: 'US',
  emergencyNumber: '911',
  logo: 'us',
  paper: 'letter',
  marketingHost: 'US',
  consentBanner: true,
  consentService: false,
} as const
const createPoolAuth = (pool: PoolName): LocaleAuth => ({ kind: 'user-pool', pool })

export const locales: Record<LocaleCode, Locale> = {
  'pt-BR': {
    ...defaults,
    ...consents,
    code: 'pt-BR',
    language: 'pt',
    country: 'BR',
    emergencyNumber: '190',
    auth: createPoolAuth('BR'),
    logo: 'br-oceania',
    campaignId: 'PN001766',
    brandCode: 'BH0413',
    marketingHost: 'US',
    newsletter: 'coaching-drills-br',
  },
  'en-GB': {
    ...defaults,
    ...consents,
    code: 'en-GB',
    language: 'en',
    country: 'GB',
    emergencyNumber: '999',
    auth: createPoolAuth('GB'),
    logo: 'gb',
    campaignId: 'PN003059',
    brandCode: 'BH0978',
    marketingHost: 'EU',
    newsletter: 'coaching-drills-gb',
  },
  'en-US': {
    ...defaults,
    ...unitedStates,
    code: 'en-US',
    language: 'en',
    auth: { kind: 'loyalty', sourceId: '2000042737' },
    maintenance: { from: '2024-06-14T21:45', until: '2024-06-15T10:00' },
  },
  'en-AU': {
    ...oceania,
    code: 'en-AU',
    country: 'AU',
    emergencyNumber: '000',
    auth: createPoolAuth('AU'),
    campaignId: 'PN004887',
    newsletter: 'coaching-drills-au',
  },
  'en-NZ': {
    ...oceania,
    code: 'en-NZ',
    country: 'NZ',
    emergencyNumber: '111',
    auth: createPoolAuth('NZ'),
    campaignId: 'PN004889',
    newsletter: 'coaching-drills-nz',
  },
  'es-AR': {
    ...latinAmerica,
    code: 'es-AR',
    country: 'AR',
    auth: createPoolAuth('AR'),
    campaignId: 'PN003057',
    hourCycle: 'h23',
    consentBanner: false,
    consentService: true,
    newsletter: 'coaching-drills-ar',
  },
  'es-MX': {
    ...latinAmerica,
    ...consents,
    code: 'es-MX',
    paper: 'letter',
    country: 'MX',
    auth: createPoolAuth('MX'),
    campaignId: 'PN003058',
    newsletter: 'coaching-drills-mx',
  },
  'es-US': {
    ...defaults,
    ...unitedStates,
    code: 'es-US',
    language: 'es',
    auth: { kind: 'loyalty', sourceId: '2000042738' },
    landing: 'courseSlug',
    hasFootballInHeader: false,
  },
}

/** Finds the locale with a code, in any letter case. The code may come from a URL, a setting or a browser. */
export const findLocale = (text: string | null | undefined): Locale | undefined => {
  const lowerCaseText = text?.toLowerCase()
  const code = localeCodes.find((candidate) => candidate.toLowerCase() === lowerCaseText)
  return code && locales[code]
}

/**
 * Whether the maintenance window of a locale includes this local time. Both are strings that begin with
 * `YYYY-MM-DDTHH:mm`, so they can be compared directly.
 */
export const isInMaintenance = ({ maintenance }: Locale, localTime: string): boolean =>
  maintenance !== undefined && localTime >= maintenance.from && localTime < maintenance.until
