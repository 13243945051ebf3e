import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'

/** The texts of the form's fields, by their names. */
export type SignUpTexts = Readonly<Record<string, string>>

/** Where a sign-up is kept while it is typed: a reload, a killed tab, or the way back from the code changes nothing. */
export type SignUpDraft = {
  read: () => Promise<SignUpTexts>
  write: (texts: SignUpTexts) => Promise<void>
  discard: () => Promise<void>
}

/** ms; the device may be shared, and the next person must not find it */
const lifetime = 3_600_000

/** A password is never stored, and a consent is given by ticking its box, not by finding it ticked. */
const neverKept = new Set(['password', 'legalAge', 'emailConsent', 'newsletter', 'partnerConsent'])

const stored = v.object({ at: v.number(), texts: v.record(v.string(), v.string()) })

/** What was typed into the sign-up form of one locale. */
export const createSignUpDraft = (drafts: KeyValues, locale: string, now: () => number): SignUpDraft => {
  const key = `sign-up/${locale}`
  const discard = () => drafts.remove(key).catch(() => undefined)
  return {
    read: async () => {
      const draft = v.safeParse(stored, await drafts.read(key).catch(() => undefined))
      if (!draft.success) return {}
      if (now() - draft.output.at <= lifetime) return draft.output.texts
      await discard()
      return {}
    },
    // A device that cannot store it only forgets it with the next reload.
    write: (texts) => {
      const kept = Object.fromEntries(Object.entries(texts).filter(([name]) => !neverKept.has(name)))
      return drafts.write(key, { at: now(), texts: kept }).catch(() => undefined)
    },
    discard,
  }
}
