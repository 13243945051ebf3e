/** Whether the person lets analytics happen; undefined until the consent banner has said so. */
export type Consent = {
  given: () => boolean | undefined
  subscribe: (listener: () => void) => () => void
}

declare global {
  interface Window {
    /** What the banner lets happen: ids of groups between commas. */
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
