import { locales, type LocaleCode } from '../config/locales.ts'
import { fail, type Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import { consentPayloadOf } from './consent-payload.ts'
import type { AuthDeps } from './deps.ts'
import { eventIds } from './event-ids.ts'
import { registrationOf } from './sign-up-payloads.ts'
import { settle } from './log-failures.ts'
import type { Debt, SignUpEntry, SignUpRecord } from './pending-sign-ups.ts'
import type { TellProfile } from './report-profile.ts'

type Account = { email: string; locale: LocaleCode }
type Deps = Pick<AuthDeps, 'events' | 'consent' | 'sleep' | 'log'> & { tellProfile: TellProfile }
type Paying = (told: SignUpEntry['told']) => Promise<Result<unknown, { code: string }>>

/** ms that a reader of the profile waits for what is still to be told to it; a failing service does not block the screen */
const patience = 5000

/** What a sign-up in a locale has to tell to others. */
const debtsOf = (code: LocaleCode): Debt[] => {
  const { auth, consentService } = locales[code]
  // The loyalty provider takes the answers at the sign-up itself; a pool knows nothing but the name.
  const debts: Debt[] = auth.kind === 'user-pool' ? ['events', 'profile'] : ['events']
  return consentService ? [...debts, 'consent'] : debts
}

/** What the sign-up agreed to, as further fields of the customer: the age only where it is what was asked. */
const fieldsOf = ({ locale, emailConsent }: SignUpEntry['told']): Record<string, string> => ({
  ...(locales[locale].consentService ? { legalAgeConsent: 'true' } : {}),
  emailConsent: String(emailConsent),
})

/**
 * Tells others what a sign-up left to tell: the outbox gets registration, event 2 and consents as soon as the customer is
 * known, the extended profile as soon as they are signed in, the consent service as soon as it answers. What cannot be
 * told stays for the next sign-in or start of the app, so a consent may arrive twice, and is never lost.
 */
export const createSignUpSettlement = (record: SignUpRecord, deps: Deps) => {
  const { events, consent, tellProfile, sleep, log } = deps
  const pay = (account: Account, debt: Debt): Promise<void> =>
    record.change(
      account,
      (current) => current && { ...current, owes: current.owes.filter((owed) => owed !== debt) },
    )

  /** A full phone must not keep the coach from confirming the account: what fails is told to the log. */
  const captureEvents = async ({ told }: SignUpEntry, userID: string): Promise<void> => {
    const { locale, registration } = told
    await settle(
      log,
      'A sign-up event was not kept.',
      events.registered(registrationOf(locales[locale], registration), userID),
      events.logged({ event_id: eventIds.signUp, value: locale }, userID),
      events.fieldsSaved({ fields: fieldsOf(told) }, userID),
    )
    await pay(told, 'events')
  }

  const services: Record<'consent' | 'profile', Paying> = {
    consent: async (told) => {
      const sent = await consent.call('consent', consentPayloadOf(told), undefined)
      return sent.ok ? sent : fail({ code: sent.error.kind })
    },
    profile: tellProfile,
  }
  const underWay = new Map<string, Promise<void>>()

  const send = async (service: keyof typeof services, told: SignUpEntry['told']): Promise<void> => {
    const sent = await services[service](told)
    if (sent.ok) await pay(told, service)
    else log.warn(`The ${service} was not recorded yet.`, { failure: sent.error.code })
  }

  /** Pays a service what the sign-up still owes it, once at a time: whoever asks meanwhile waits for the same. */
  const tell = (service: keyof typeof services, { told, owes }: SignUpEntry): Promise<void> => {
    const account = `${service} ${told.locale} ${told.email}`
    const sending = underWay.get(account)
    if (sending || !owes.includes(service)) return sending ?? Promise.resolve()
    const sent = send(service, told).finally(() => underWay.delete(account))
    underWay.set(account, sent)
    return sent
  }

  const tellProfileOf = async (user: CurrentUser): Promise<void> => {
    const find = async () => {
      const entry = await record.find(user.email, user.locale)
      if (entry) await tell('profile', entry)
    }
    await settle(log, 'A profile was not told.', find())
  }

  /**
   * The account exists; whose it is may not be known before the first sign-in. Does not wait for the consent service: a
   * slow one must not hold the coach up.
   */
  const created = async (account: Account, userID?: string): Promise<void> => {
    await record.change(account, (current) => current && { ...current, created: true })
    const entry = await record.find(account.email, account.locale)
    if (!entry) return
    if (userID !== undefined && entry.owes.includes('events')) await captureEvents(entry, userID)
    void settle(log, 'A consent was not sent.', tell('consent', entry))
  }

  return {
    /** Writes down what a sign-up tells, before anybody is asked. Answers with the way back, for a refusal. */
    begin: async (told: SignUpEntry['told']): Promise<() => Promise<void>> => {
      const before = await record.find(told.email, told.locale)
      const owes = debtsOf(told.locale)
      await record.change(told, () => ({ told, owes, created: before?.created ?? false }))
      return () => record.change(told, () => before)
    },

    created,

    /** The coach is signed in: their profile can be told. Does not wait for it either. */
    signedIn: (user: CurrentUser): void => void tellProfileOf(user),

    /** Resolves when the profile knows what its coach told, or when that takes too long or fails. */
    profileTold: (user: CurrentUser): Promise<void> => Promise.race([tellProfileOf(user), sleep(patience)]),

    /** Tells what earlier sign-ups of this device still owe; a profile only as its own coach. */
    retry: async (user: CurrentUser | undefined): Promise<void> => {
      if (user && (await record.find(user.email, user.locale))) await created(user, user.userID)
      const due = (await record.all()).filter((entry) => entry.created)
      // No service waits for another, slower one.
      await Promise.all([...due.map((entry) => tell('consent', entry)), user && tellProfileOf(user)])
    },
  }
}

export type SignUpSettlement = ReturnType<typeof createSignUpSettlement>
