import * as v from 'valibot'
import { locales, type LocaleCode } from '../../config/locales.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { createStoredValue } from '../../platform/storage/stored-value.ts'

/** The texts of the form's fields, by their names. */
export type SignUpTexts = Readonly<Record<string, string>>

/** The device may be shared, and the next person must not find the draft. */
const lifetimeMs = 3_600_000

/** A password is never stored, and a consent requires the person to tick its box. */
const neverStored = new Set(['password', 'legalAge', 'emailConsent', 'newsletter', 'partnerConsent'])

const draftSchema = v.object({ at: v.number(), texts: v.record(v.string(), v.string()) })

type Deps = { drafts: KeyValues; now: () => Date }

/**
 * When a draft expires, in ms since epoch. A maintenance window interrupts the sign-up, so a draft that it found
 * lives for an hour after it.
 */
const expiryTime = (at: number, locale: LocaleCode): number => {
  const { maintenance } = locales[locale]
  if (!maintenance) return at + lifetimeMs
  const [from, until] = [Date.parse(maintenance.from), Date.parse(maintenance.until)]
  return (at > from - lifetimeMs && at < until ? until : at) + lifetimeMs
}

/**
 * What was typed into the sign-up form of one locale. A reload or a return from the code step loses nothing.
 */
export const createSignUpDraft = ({ drafts, now }: Deps, locale: LocaleCode) => {
  const { read, write, discard } = createStoredValue(drafts, `sign-up/${locale}`, draftSchema)
  return {
    read: async (): Promise<SignUpTexts> => {
      const draft = await read()
      if (draft && now().getTime() <= expiryTime(draft.at, locale)) return draft.texts
      if (draft) await discard()
      return {}
    },
    write: (texts: SignUpTexts): Promise<void> => {
      const storable = Object.entries(texts).filter(([name]) => !neverStored.has(name))
      return write({ at: now().getTime(), texts: Object.fromEntries(storable) })
    },
    discard,
  }
}
