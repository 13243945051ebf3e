import * as v from 'valibot'
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
 * What was typed into the sign-up form of one locale. A reload or a return from the code step loses nothing.
 */
export const createSignUpDraft = ({ drafts, now }: Deps, locale: string) => {
  const { read, write, discard } = createStoredValue(drafts, `sign-up/${locale}`, draftSchema)
  return {
    read: async (): Promise<SignUpTexts> => {
      const draft = await read()
      if (draft && now().getTime() - draft.at <= lifetimeMs) return draft.texts
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
