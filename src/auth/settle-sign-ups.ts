import { locales, type LocaleCode } from '../config/locales.ts'
import { consentPayloadOf } from './consent-payload.ts'
import type { AuthDeps } from './deps.ts'
import { registrationOf } from './registration.ts'
import { settle } from './settle.ts'
import { eventIds } from './event-ids.ts'
import type { Debt, SignUpEntry, SignUpRecord } from './sign-up-record.ts'

type Account = { email: string; locale: LocaleCode }

/**
 * Tells others what a sign-up left to tell: the outbox gets registration, event 2 and consents as soon as the customer is
 * known, the consent service (outside the United States) as soon as it answers. What cannot be told stays for the next
 * sign-in or start of the app, so a consent may arrive twice, and is never lost.
 */
export const createSignUpSettlement = (
  record: SignUpRecord,
  { events, consent, log }: Pick<AuthDeps, 'events' | 'consent' | 'log'>,
) => {
  const pay = (account: Account, debt: Debt): Promise<void> =>
    record.change(
      account,
      (current) => current && { ...current, owes: current.owes.filter((owed) => owed !== debt) },
    )

  /** A full phone must not keep the coach from confirming the account: what fails is told to the log. */
  const captureEvents = async ({ told }: SignUpEntry, userID: string): Promise<void> => {
    const { locale, registration, emailConsent } = told
    const fields = { legalAgeConsent: 'true', emailConsent: String(emailConsent) }
    await settle(
      log,
      'A sign-up event was not kept.',
      events.registered(registrationOf(locales[locale], registration), userID),
      events.logged({ event_id: eventIds.signUp, value: locale }, userID),
      events.fieldsSaved({ fields }, userID),
    )
    await pay(told, 'events')
  }

  const underWay = new Set<string>()

  const sendConsent = async ({ told }: SignUpEntry): Promise<void> => {
    const account = `${told.locale} ${told.email}`
    if (underWay.has(account)) return
    underWay.add(account)
    try {
      const sent = await consent.call('consent', consentPayloadOf(told), undefined)
      if (sent.ok) await pay(told, 'consent')
      else log.warn('The consent was not recorded yet.', { failure: sent.error.kind })
    } finally {
      underWay.delete(account)
    }
  }

  return {
    /** Writes down what a sign-up tells, before anybody is asked. Answers with the way back, for a refusal. */
    begin: async (told: SignUpEntry['told']): Promise<() => Promise<void>> => {
      const before = await record.find(told.email, told.locale)
      const owes: Debt[] = locales[told.locale].consentService ? ['events', 'consent'] : ['events']
      await record.change(told, () => ({ told, owes, created: before?.created ?? false }))
      return () => record.change(told, () => before)
    },

    /**
     * The account exists; whose it is may not be known before the first sign-in. Does not wait for the consent service:
     * a slow one must not hold the coach up.
     */
    created: async (account: Account, userID?: string): Promise<void> => {
      await record.change(account, (current) => current && { ...current, created: true })
      const entry = await record.find(account.email, account.locale)
      if (!entry) return
      if (userID !== undefined && entry.owes.includes('events')) await captureEvents(entry, userID)
      if (entry.owes.includes('consent')) void settle(log, 'A consent was not sent.', sendConsent(entry))
    },

    /** Sends the consents that earlier sign-ups of this device still owe. */
    retry: async (): Promise<void> => {
      const owing = (await record.all()).filter(({ created, owes }) => created && owes.includes('consent'))
      for (const entry of owing) await sendConsent(entry)
    },
  }
}

export type SignUpSettlement = ReturnType<typeof createSignUpSettlement>
