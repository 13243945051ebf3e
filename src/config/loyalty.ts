/**
 * The ids of this site at the loyalty provider of the United States. The specification defines the source ids
 * (§9). It calls the client id and the control ids fixed but does not define them, so we have chosen them.
 * The provider stores these ids with every account.
 */
export const loyalty = {
  clientId: '4100273',
  /** The id of the site by language. It also determines the language of the provider's emails. */
  sourceIds: { en: '2000042737', es: '2000042738' },
  /** The campaign control ids of the promotions at sign-up. */
  promotions: {
    /** Membership of the programme, and acceptance of its terms. */
    always: ['4100273001', '4100273002'],
    firstConsent: ['4100273003'],
    secondConsent: ['4100273004'],
    /** The mailing list in the coach's language, in addition to `secondConsent`. */
    secondConsentIn: { en: '4100273005', es: '4100273006' },
  },
} as const

export type SourceLanguage = keyof typeof loyalty.sourceIds
export type SourceId = (typeof loyalty.sourceIds)[SourceLanguage]

const { always, firstConsent, secondConsent, secondConsentIn } = loyalty.promotions

export const sourceIds = Object.values(loyalty.sourceIds)
export const controlIds = [...always, ...firstConsent, ...secondConsent, ...Object.values(secondConsentIn)]
export type ControlId = (typeof controlIds)[number]

/** The optional consents at sign-up: the first is for emails, the second for messages from partners. */
type Consents = { language: SourceLanguage; firstConsent: boolean; secondConsent: boolean }

/** Lists the promotions of a sign-up: two in every case, one for the first consent, two for the second. */
export const listPromotions = (consents: Consents): readonly ControlId[] => [
  ...always,
  ...(consents.firstConsent ? firstConsent : []),
  ...(consents.secondConsent ? [...secondConsent, secondConsentIn[consents.language]] : []),
]
