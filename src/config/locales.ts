/** The one table of locale rules. A comparison with a locale anywhere else is a column missing here. */

export const localeCodes = ['pt-BR', 'en-GB', 'en-US', 'en-AU', 'en-NZ', 'es-AR', 'es-MX', 'es-US'] as const

export type LocaleCode = (typeof localeCodes)[number]

export const defaultLocale: LocaleCode = 'pt-BR'

/** The regional user pools (specification §3, "six regional configurations"). */
export const poolNames = ['BR', 'GB', 'AU', 'NZ', 'AR', 'MX'] as const
export type PoolName = (typeof poolNames)[number]

/** Where the marketing profile runs; each market has its host (specification §7). */
export const marketingHosts = ['US', 'EU', 'SG'] as const
export type MarketingHost = (typeof marketingHosts)[number]

/** How a coach signs in: a Cognito pool, or the loyalty provider with its source id (specification §9). */
export type LocaleAuth =
  | { kind: 'user-pool'; pool: PoolName }
  | { kind: 'loyalty'; sourceId: '2000042737' | '2000042738' }

export type Locale = {
  code: LocaleCode
  /** ISO 639-1, lower case */
  language: 'pt' | 'en' | 'es'
  /** ISO 3166-1, upper case */
  country: 'BR' | 'GB' | 'US' | 'AU' | 'NZ' | 'AR' | 'MX'
  auth: LocaleAuth
  /** The message whose text is the address a coach lands on after signing in. */
  landing: 'coursesHomeSlug' | 'courseSlug'
  /** es-US has no football link in the header (specification §2). */
  footballInHeader: boolean
  logo: 'br-oceania' | 'gb' | 'us' | 'default'
  /** What documents are printed on there. */
  paper: 'a4' | 'letter'
  /** Marketing-profile constants, where specification §9 gives them. */
  campaignId?: string
  brandCode?: string
  /** The marketing-profile host that serves this market. */
  marketingHost: MarketingHost
  /** The consent banner, absent for es-AR (specification §9). */
  consentBanner: boolean
  /** Sign-up reports to the consent service (specification §7: non-US locales). */
  consentService: boolean
  /** The consent service's id of the further newsletter that its market has, offered at sign-up (specification §3). */
  newsletter?: string
  /** The page of the references, and where they are on it (specification §2). */
  reference: { to: string; hash: string }
  /** How hours are written there, where it is not what `Intl` does for the locale. */
  hourCycle?: 'h23'
  /** Local time, both ends as `YYYY-MM-DDTHH:mm` without zone (specification §2). */
  maintenance?: { from: string; until: string }
}

const reference = { to: 'about', hash: 'references' }
const usual = {
  landing: 'coursesHomeSlug',
  footballInHeader: true,
  paper: 'a4',
  reference,
} as const
const consents = { consentBanner: true, consentService: true }
const oceania = { ...usual, ...consents, language: 'en', logo: 'br-oceania', marketingHost: 'SG' } as const
const latinAmerica = { ...usual, language: 'es', logo: 'default', marketingHost: 'US' } as const
const unitedStates = {
  country: 'US',
  logo: 'us',
  paper: 'letter',
  marketingHost: 'US',
  consentBanner: true,
  consentService: false,
} as const
const userPool = (pool: PoolName): LocaleAuth => ({ kind: 'user-pool', pool })

export const locales: Record<LocaleCode, Locale> = {
  'pt-BR': {
    ...usual,
    ...consents,
    code: 'pt-BR',
    language: 'pt',
    country: 'BR',
    auth: userPool('BR'),
    logo: 'br-oceania',
    campaignId: 'PN001766',
    brandCode: 'BH0413',
    marketingHost: 'US',
    newsletter: 'coaching-drills-br',
  },
  'en-GB': {
    ...usual,
    ...consents,
    code: 'en-GB',
    language: 'en',
    country: 'GB',
    auth: userPool('GB'),
    logo: 'gb',
    campaignId: 'PN003059',
    brandCode: 'BH0978',
    marketingHost: 'EU',
    newsletter: 'coaching-drills-gb',
  },
  'en-US': {
    ...usual,
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
    auth: userPool('AU'),
    campaignId: 'PN004887',
    newsletter: 'coaching-drills-au',
  },
  'en-NZ': {
    ...oceania,
    code: 'en-NZ',
    country: 'NZ',
    auth: userPool('NZ'),
    campaignId: 'PN004889',
    newsletter: 'coaching-drills-nz',
  },
  'es-AR': {
    ...latinAmerica,
    code: 'es-AR',
    country: 'AR',
    auth: userPool('AR'),
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
    auth: userPool('MX'),
    campaignId: 'PN003058',
    newsletter: 'coaching-drills-mx',
  },
  'es-US': {
    ...usual,
    ...unitedStates,
    code: 'es-US',
    language: 'es',
    auth: { kind: 'loyalty', sourceId: '2000042738' },
    landing: 'courseSlug',
    footballInHeader: false,
  },
}

/** Whether a text from an address, a setting or a browser is one of the eight codes, in any letter case. */
export const localeFrom = (text: string | null | undefined): Locale | undefined => {
  const wanted = text?.toLowerCase()
  const code = localeCodes.find((candidate) => candidate.toLowerCase() === wanted)
  return code && locales[code]
}

/** Whether the maintenance window of a locale holds at this local wall-clock time (`YYYY-MM-DDTHH:mm…`). */
export const inMaintenance = ({ maintenance }: Locale, localTime: string): boolean =>
  maintenance !== undefined && localTime >= maintenance.from && localTime < maintenance.until
