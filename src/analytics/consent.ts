/** Whether the person has consented to analytics; undefined until the consent banner reports a choice. */
export type Consent = {
  given: () => boolean | undefined
  subscribe: (listener: () => void) => () => void
}

declare global {
  interface Window {
    /** The groups of cookies that the person has allowed: ids, separated by commas. */
    OnetrustActiveGroups?: string
  }
}

/** The group of analytics cookies. */
const analytics = 'C0002'

/** Reads the consent banner as OneTrust publishes it: a list in a global, and an event when the list changes. */
export const createConsent = (window: Window): Consent => ({
  given: () => window.OnetrustActiveGroups?.split(',').includes(analytics),
  subscribe: (listener) => {
    window.addEventListener('OneTrustGroupsUpdated', listener)
    return () => window.removeEventListener('OneTrustGroupsUpdated', listener)
  },
})
