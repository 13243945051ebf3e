import * as v from 'valibot'
import { locales, type LocaleCode } from '../../config/locales.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { createStoredValue } from '../../platform/storage/stored-value.ts'

/** The texts of the form's fields, by their names. */
export type SignUpTexts = Readonly<Record<string, string>>

/** One hour, because the device may be shared and the next user must not find the draft. */
const lifetimeMs = 3_600_000

/**
 * The names of the fields that are not stored. A password must not be stored, and each user must tick the
 * consents personally.
 */
const unstoredFields = new Set(['password', 'legalAge', 'emailConsent', 'newsletter', 'partnerConsent'])

/** `at` is when the draft was stored, in ms since the epoch. */
const draftSchema = v.object({ at: v.number(), texts: v.record(v.string(), v.string()) })

type Deps = { drafts: KeyValues; now: () => Date }

/**
 * Returns when a draft expires, in ms since the epoch. A maintenance window interrupts the sign-up, so the
 * draft of an interrupted sign-up expires one hour after the end of the window.
 */
const getExpiryTime = (at: number, locale: LocaleCode): number => {
  const { maintenance } = locales[locale]
  if (!maintenance) return at + lifetimeMs
  const [from, until] = [Date.parse(maintenance.from), Date.parse(maintenance.until)]
  const isInterrupted = at > from - lifetimeMs && at < until
  return (isInterrupted ? until : at) + lifetimeMs
}

/**
 * Stores what was typed in the sign-up form of one locale. A reload or a return from the code step loses no
 * typed text.
 */
export const createSignUpDraft = ({ drafts, now }: Deps, locale: LocaleCode) => {
  const { read, write, discard } = createStoredValue(drafts, `sign-up/${locale}`, draftSchema)
  return {
    read: async (): Promise<SignUpTexts> => {
      const draft = await read()
      if (draft && now().getTime() <= getExpiryTime(draft.at, locale)) return draft.texts
      if (draft) await discard()
      return {}
    },
    write: (texts: SignUpTexts): Promise<void> => {
      const storableTexts = Object.entries(texts).filter(([name]) => !unstoredFields.has(name))
      return write({ at: now().getTime(), texts: Object.fromEntries(storableTexts) })
    },
    discard,
  }
}
