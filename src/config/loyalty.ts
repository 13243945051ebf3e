/**
 * The ids of this site at the loyalty provider of the United States. The source ids come from specification
 * §9. The specification calls the client id and the control ids fixed but does not define them, so they are
 * our own. The provider stores all of them with every person.
 */
export const loyalty = {
  clientId: '4100273',
  /** The site that a person came from, by language. It also sets the language of the provider's emails. */
  sourceIds: { en: '2000042737', es: '2000042738' },
  /** Campaign control ids of the promotions of a sign-up. */
  promotions: {
    /** Membership of the programme, and its terms. */
    always: ['4100273001', '4100273002'],
    firstConsent: ['4100273003'],
    secondConsent: ['4100273004'],
    /** The list in the person's language, together with `secondConsent`. */
    secondConsentIn: { en: '4100273005', es: '4100273006' },
  },
} as const

export type SourceLanguage = keyof typeof loyalty.sourceIds
export type SourceId = (typeof loyalty.sourceIds)[SourceLanguage]

const { always, firstConsent, secondConsent, secondConsentIn } = loyalty.promotions

export const sourceIds = Object.values(loyalty.sourceIds)
export const controlIds = [...always, ...firstConsent, ...secondConsent, ...Object.values(secondConsentIn)]
export type ControlId = (typeof controlIds)[number]

/** The optional consents of a sign-up: the first to emails, the second to messages of partners. */
type Consents = { language: SourceLanguage; firstConsent: boolean; secondConsent: boolean }

/** The promotions of a sign-up: two always, one for the first optional consent, two for the second. */
export const listPromotions = (consents: Consents): readonly ControlId[] => [
  ...always,
  ...(consents.firstConsent ? firstConsent : []),
  ...(consents.secondConsent ? [...secondConsent, secondConsentIn[consents.language]] : []),
]
