/** Whether the person has consented to analytics; undefined until the consent banner reports a choice. */
export type Consent = {
  given: () => boolean | undefined
  subscribe: (listener: () => void) => () => void
}

declare global {
  interface Window {
    /** The cookie groups that the person has allowed, as ids separated by commas. */
    OnetrustActiveGroups?: string
  }
}

/** The group of analytics cookies. */
const analytics = 'C0002'

/** Reads OneTrust's consent banner: a list in a global variable, and an event when the list changes. */
export const createConsent = (window: Window): Consent => ({
  given: () => window.OnetrustActiveGroups?.split(',').includes(analytics),
  subscribe: (listener) => {
    window.addEventListener('OneTrustGroupsUpdated', listener)
    return () => window.removeEventListener('OneTrustGroupsUpdated', listener)
  },
})
