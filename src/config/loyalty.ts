/**
 * What the loyalty provider of the United States knows this site by. The source ids are specification §9; it calls the
 * client id and the control ids fixed without giving them, so these are ours; the provider stores them with every
 * person.
 */
export const loyalty = {
  clientId: '4100273',
  /** Which site a person came from, by its language: it also decides the language of the provider's emails. */
  sourceIds: { en: '2000042737', es: '2000042738' },
  /** Campaign control ids of the promotions that a sign-up takes part in. */
  promotions: {
    /** membership of the programme, and its terms */
    always: ['4100273001', '4100273002'],
    firstConsent: ['4100273003'],
    secondConsent: ['4100273004'],
    /** the list in the person's language, together with `secondConsent` */
    secondConsentIn: { en: '4100273005', es: '4100273006' },
  },
} as const

export type SourceLanguage = keyof typeof loyalty.sourceIds
export type SourceId = (typeof loyalty.sourceIds)[SourceLanguage]

const { always, firstConsent, secondConsent, secondConsentIn } = loyalty.promotions

/** Every source id and every control id there is. */
export const sourceIds = Object.values(loyalty.sourceIds)
export const controlIds = [...always, ...firstConsent, ...secondConsent, ...Object.values(secondConsentIn)]
export type ControlId = (typeof controlIds)[number]

type Consents = { language: SourceLanguage; firstConsent: boolean; secondConsent: boolean }

/** The promotions of a sign-up: two always, one for the first optional consent, two for the second. */
export const promotionsOf = (given: Consents): readonly ControlId[] => [
  ...always,
  ...(given.firstConsent ? firstConsent : []),
  ...(given.secondConsent ? [...secondConsent, secondConsentIn[given.language]] : []),
]
