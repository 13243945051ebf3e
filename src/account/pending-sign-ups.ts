import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { localeCode } from '../contract/shared-schemas.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'

/** The form data of a sign-up without the password, which is never stored. */
const signUpDetailsSchema = v.object({
  email: v.string(),
  locale: localeCode,
  firstName: v.string(),
  lastName: v.string(),
  /** The coach's work (specification §3). Texts may be empty. */
  registration: v.object({
    /** By the specification, this field holds the form of address, such as Mr or Ms. */
    organisation: v.string(),
    workFrom: v.string(),
    job: v.string(),
    partner: v.string(),
    numberOfPeople: v.number(),
    mktChannel: v.string(),
    youngFemale: v.string(),
    sportType: v.string(),
  }),
  /** Consent to emails about new courses. In the United States it is the first optional consent. */
  emailConsent: v.boolean(),
  /** Further newsletters of the consent service, outside the United States. */
  subscriptions: v.exactOptional(v.array(v.object({ serviceId: v.string(), optIn: v.boolean() }))),
})
export type SignUpDetails = v.InferOutput<typeof signUpDetailsSchema>

/**
 * A sign-up as stored. The fields keep the names of the first version: `told` are the details of the
 * sign-up, and `owes` its follow-ups. `events` go to the outbox, `consent` to the consent service, and
 * `profile` to the extended profile.
 */
const storedSignUpSchema = v.pipe(
  v.object({
    told: signUpDetailsSchema,
    owes: v.array(v.picklist(['events', 'consent', 'profile'])),
    created: v.boolean(),
  }),
  v.transform(({ told, owes, created }) => ({ details: told, followUps: owes, created })),
)

/**
 * A sign-up whose details have not reached all services. `followUps` lists the follow-ups that are not
 * complete. `created` is true once the provider has confirmed that the account exists.
 */
export type PendingSignUp = v.InferOutput<typeof storedSignUpSchema>
/** A step after the sign-up that passes its details on to one service. */
export type FollowUp = PendingSignUp['followUps'][number]
/** Identifies the account of a sign-up before its customer id is known. */
export type AccountKey = { email: string; locale: LocaleCode }

const storageKey = 'signUps'

/** The maximum number of incomplete sign-ups that a device stores. Real devices have far fewer. */
const maxSignUps = 10

const isOfAccount =
  ({ email, locale }: AccountKey) =>
  ({ details }: PendingSignUp): boolean =>
    details.locale === locale && details.email.toLowerCase() === email.toLowerCase()

/**
 * Stores the sign-ups of this device with incomplete follow-ups. They are stored before the provider is
 * called, so that an interruption or a reload does not lose the coach's details and consents. They survive a
 * sign-out.
 */
export const createPendingSignUps = (
  values: KeyValues,
  withTabLock: <T>(work: () => Promise<T>) => Promise<T>,
) => {
  const readAll = async (): Promise<PendingSignUp[]> => {
    const rows = parseOrUndefined(v.array(v.unknown()), await values.read(storageKey)) ?? []
    return rows.flatMap((row) => parseOrUndefined(storedSignUpSchema, row) ?? [])
  }

  const find = async (account: AccountKey): Promise<PendingSignUp | undefined> =>
    (await readAll()).find(isOfAccount(account))

  /**
   * Changes the stored sign-up of an account. The sign-up is removed if `update` returns undefined or no
   * follow-up is left.
   */
  const change = (
    account: AccountKey,
    update: (current: PendingSignUp | undefined) => PendingSignUp | undefined,
  ): Promise<void> =>
    withTabLock(async () => {
      const signUps = await readAll()
      const changed = update(signUps.find(isOfAccount(account)))
      const others = signUps.filter((signUp) => !isOfAccount(account)(signUp))
      const remaining = changed && changed.followUps.length > 0 ? [...others, changed] : others
      const rows = remaining.map(({ details, followUps, created }) => ({
        told: details,
        owes: followUps,
        created,
      }))
      if (rows.length > 0) await values.write(storageKey, rows.slice(-maxSignUps))
      else await values.remove(storageKey)
    })

  /** Removes a completed follow-up from an account's sign-up. */
  const finish = (account: AccountKey, completed: FollowUp): Promise<void> =>
    change(account, (current) => {
      if (!current) return undefined
      return { ...current, followUps: current.followUps.filter((pending) => pending !== completed) }
    })

  return { readAll, find, change, finish }
}

export type PendingSignUps = ReturnType<typeof createPendingSignUps>
