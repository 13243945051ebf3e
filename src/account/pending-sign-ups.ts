import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { localeCode } from '../contract/shapes.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'

/** What a coach told at sign-up, but for the password: that is never stored. */
const told = v.object({
  email: v.string(),
  locale: localeCode,
  firstName: v.string(),
  lastName: v.string(),
  registration: v.object({
    organisation: v.string(),
    workFrom: v.string(),
    job: v.string(),
    partner: v.string(),
    numberOfPeople: v.number(),
    mktChannel: v.string(),
    youngFemale: v.string(),
    sportType: v.string(),
  }),
  emailConsent: v.boolean(),
  subscriptions: v.optional(v.array(v.object({ serviceId: v.string(), optIn: v.boolean() }))),
})

/** `owes`: what is still to be done with it. `created`: the provider has said that the account exists. */
const signUpEntry = v.object({
  told,
  owes: v.array(v.picklist(['events', 'consent', 'profile'])),
  created: v.boolean(),
})
export type SignUpEntry = v.InferOutput<typeof signUpEntry>
export type Debt = SignUpEntry['owes'][number]

const key = 'signUps'

/** Sign-ups that were begun on one device and never finished; more than anybody has. */
const kept = 10

const isOf =
  (email: string, locale: LocaleCode) =>
  ({ told }: SignUpEntry): boolean =>
    told.locale === locale && told.email.toLowerCase() === email.toLowerCase()

/**
 * The sign-ups of this device of which something is still to be told to somebody: written before the provider is asked,
 * so that neither a cut nor a reload loses what the coach told and agreed to. Kept over a sign-out.
 */
export const createSignUpRecord = (
  values: KeyValues,
  exclusive: <T>(work: () => Promise<T>) => Promise<T>,
) => {
  const all = async (): Promise<SignUpEntry[]> => {
    const stored = v.safeParse(v.array(v.unknown()), await values.read(key))
    if (!stored.success) return []
    return stored.output.flatMap((entry) => {
      const parsed = v.safeParse(signUpEntry, entry)
      return parsed.success ? [parsed.output] : []
    })
  }

  const find = async (email: string, locale: LocaleCode): Promise<SignUpEntry | undefined> =>
    (await all()).find(isOf(email, locale))

  /** Changes the entry of an account as it is stored now; `undefined` removes it. */
  const change = (
    { email, locale }: { email: string; locale: LocaleCode },
    update: (current: SignUpEntry | undefined) => SignUpEntry | undefined,
  ): Promise<void> =>
    exclusive(async () => {
      const entries = await all()
      const changed = update(entries.find(isOf(email, locale)))
      const others = entries.filter((entry) => !isOf(email, locale)(entry))
      const left = changed && changed.owes.length > 0 ? [...others, changed] : others
      if (left.length > 0) await values.write(key, left.slice(-kept))
      else await values.remove(key)
    })

  return { all, find, change }
}

export type SignUpRecord = ReturnType<typeof createSignUpRecord>
