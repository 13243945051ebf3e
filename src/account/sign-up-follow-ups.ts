import { locales, type LocaleCode } from '../config/locales.ts'
import { singleFlight } from '../lib/async/single-flight.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { AccountDeps } from './account.ts'
import { logFailures } from './log-failures.ts'
import {
  createPendingSignUps,
  type AccountKey,
  type FollowUp,
  type PendingSignUp,
  type PendingSignUps,
  type SignUpDetails,
} from './pending-sign-ups.ts'
import { toConsent, toConsentFields, toRegistration } from './sign-up-payloads.ts'

/** The id of the sign-up event (specification §9). */
const signUpEventId = 2

/** How long a read of the profile waits for its completion. A failing service must not block the app. */
const maxProfileWaitMs = 5000

/** Lists the follow-ups of a sign-up: the steps that pass its details on to one service each. */
const listFollowUps = (locale: LocaleCode): FollowUp[] => {
  const { auth, consentService } = locales[locale]
  // The loyalty provider receives the details at sign-up. A pool only receives the name, so the details go to
  // the extended profile.
  const followUps: FollowUp[] = auth.kind === 'user-pool' ? ['events', 'profile'] : ['events']
  return consentService ? [...followUps, 'consent'] : followUps
}

/**
 * Adds the events of a sign-up to the outbox one after the other, up to the first failure. After a failure,
 * for example on a full device, all of them are added again at the next start. A repeated registration or
 * consent replaces the earlier one, but a repeated sign-up event would count twice, so it comes last. An
 * event with an invalid payload would fail every time, so it is only logged.
 */
const addEvents = async (
  { outbox, log }: Pick<AccountDeps, 'outbox' | 'log'>,
  details: SignUpDetails,
  customerId: string,
): Promise<Result<unknown, { code: string }>> => {
  const owner = { customer: customerId }
  const event = { event_id: signUpEventId, value: details.locale }
  const additions = [
    () => outbox.add('customer.registered.v1', toRegistration(details), owner),
    () => outbox.add('fields.saved.v1', { fields: toConsentFields(details) }, owner),
    () => outbox.add('event.logged.v1', event, owner),
  ]
  for (const add of additions) {
    const entry = await add()
    const isInvalid = !entry.ok && entry.error.code === 'invalid-payload'
    if (isInvalid) log.error('A sign-up event was not stored', { code: 'invalid-payload' })
    else if (!entry.ok) return entry
  }
  return ok(undefined)
}

/**
 * Returns the function that copies the details of a sign-up to the extended profile, which stores title and
 * work. The coach then does not enter them twice. A profile that already has content is newer than the sign-up and
 * is not changed.
 */
const createProfileCompletion =
  ({ extendedProfile: { client, keys }, session }: Pick<AccountDeps, 'extendedProfile' | 'session'>) =>
  async (details: SignUpDetails, { userID }: CurrentUser): Promise<Result<unknown, { code: string }>> => {
    const token = await session.requestIdentityToken(userID)
    if (!token.ok) return fail({ code: token.error.message })
    const credentials = { identityToken: token.value, key: keys[details.locale] }
    const response = await client.call('profile', undefined, credentials)
    if (!response.ok) return fail({ code: response.error.kind })
    if (Object.keys(response.value.profile).length > 0) return ok(undefined)
    const { firstName, lastName, registration } = details
    const { organisation, workFrom, job, partner, sportType } = registration
    const work = { workFrom, job, partner, sportType }
    // By the specification, `organisation` holds the form of address, such as Mr or Ms.
    const body = { firstName, lastName, honorificPrefix: organisation, ...work }
    const update = await client.call('updateProfile', body, credentials)
    return update.ok ? update : fail({ code: update.error.kind })
  }

/** Sends the details of a sign-up to one service. */
type Send = (details: SignUpDetails) => Promise<Result<unknown, { code: string }>>

/**
 * Returns the function that runs a follow-up of a sign-up, unless it is complete. Concurrent callers share
 * one run.
 */
const createSendOnce = ({ log }: AccountDeps, signUps: PendingSignUps) => {
  // `singleFlight` shares a run between callers with the same first argument.
  const sendOnce = singleFlight(
    async (_key: string, followUp: FollowUp, { details, followUps }: PendingSignUp, send: Send) => {
      if (!followUps.includes(followUp)) return
      const result = await send(details)
      if (result.ok) await signUps.finish(details, followUp)
      else log.warn(`The ${followUp} was not recorded yet`, { failure: result.error.code })
    },
  )
  return (followUp: FollowUp, signUp: PendingSignUp, send: Send): Promise<void> => {
    const { locale, email } = signUp.details
    return sendOnce(`${followUp} ${locale} ${email}`, followUp, signUp, send)
  }
}

/** How long a sign-up or sign-in waits for its follow-ups, which then continue in the background. */
export const maxFollowUpTimeMs = 3000

/**
 * Runs the follow-ups of sign-ups, which pass the details of a sign-up on to three services. The outbox gets
 * registration, event 2 and consents as soon as the customer's id is known. The extended profile is completed
 * as soon as the coach is signed in. The consent service gets the consent as soon as the account exists. A
 * follow-up that fails is repeated at the next sign-in or start of the app, so a consent may arrive twice but
 * is never lost.
 */
export const createFollowUps = (deps: AccountDeps) => {
  const { values, withTabLock, sleep, log } = deps
  const signUps = createPendingSignUps(values, withTabLock)
  const sendOnce = createSendOnce(deps, signUps)
  const sendProfile = createProfileCompletion(deps)

  const sendConsent = (signUp: PendingSignUp) =>
    sendOnce('consent', signUp, async (details) => {
      const response = await deps.consent.call('consent', toConsent(details), undefined)
      return response.ok ? response : fail({ code: response.error.kind })
    })

  const runProfileFollowUp = async (user: CurrentUser): Promise<void> => {
    const complete = async () => {
      const signUp = await signUps.find(user)
      if (signUp) await sendOnce('profile', signUp, (details) => sendProfile(details, user))
    }
    await logFailures(log, 'A profile was not completed', complete())
  }

  /**
   * Call this when the account exists. The customer's id may be unknown until the first sign-in. Does not
   * wait for the consent service, which may be slow.
   */
  const onCreated = async (account: AccountKey, customerId?: string): Promise<void> => {
    await signUps.change(account, (current) => current && { ...current, created: true })
    const signUp = await signUps.find(account)
    if (!signUp) return
    if (customerId !== undefined)
      await sendOnce('events', signUp, (details) => addEvents(deps, details, customerId))
    void logFailures(log, 'A consent was not sent', sendConsent(signUp))
  }

  return {
    /**
     * Stores the follow-ups. Call it before the provider. Returns the function that undoes this if the
     * provider refuses the sign-up.
     */
    start: async (details: SignUpDetails): Promise<() => Promise<void>> => {
      const earlierSignUp = await signUps.find(details)
      const followUps = listFollowUps(details.locale)
      await signUps.change(details, () => ({ details, followUps, created: earlierSignUp?.created ?? false }))
      return () => signUps.change(details, () => earlierSignUp)
    },

    onCreated,

    /** Whether this device has an incomplete sign-up of another coach. */
    hasSignUpOfOther: async ({ email }: Pick<AccountKey, 'email'>): Promise<boolean> =>
      (await signUps.readAll()).some(({ details }) => details.email.toLowerCase() !== email.toLowerCase()),

    /** Runs the follow-ups after a sign-in. Waits neither for the consent service nor for the profile. */
    onSignedIn: async (user: CurrentUser): Promise<void> => {
      await onCreated(user, user.userID)
      void runProfileFollowUp(user)
    },

    /** Adds the coach's details to the profile. Resolves also if that fails or takes too long. */
    completeProfile: (user: CurrentUser): Promise<void> =>
      withTimeLimit(runProfileFollowUp(user), maxProfileWaitMs, sleep),

    /**
     * Repeats the follow-ups that earlier sign-ups of this device still need. `user` is the signed-in coach.
     */
    resume: async (user: CurrentUser | undefined): Promise<void> => {
      if (user && (await signUps.find(user))) await onCreated(user, user.userID)
      const createdSignUps = (await signUps.readAll()).filter((signUp) => signUp.created)
      // Runs in parallel, so that no service waits for a slower one.
      await Promise.all([...createdSignUps.map(sendConsent), user && runProfileFollowUp(user)])
    },
  }
}

export type FollowUps = ReturnType<typeof createFollowUps>
