import { useState } from 'react'
import * as v from 'valibot'
import { parseJson } from '../../../../lib/http/parse-json.ts'
import { parseOrUndefined } from '../../../../lib/parse-or-undefined.ts'
import { createLocalText } from '../../../../platform/storage/local-text.ts'
import { captionSizes } from '../../../../ui/captions/caption-band.tsx'

export const speeds = [0.75, 1, 1.25, 1.5] as const

/** Creates the schema of one value, with a default if another version of the app has saved an unknown one. */
const withFallback = <T>(schema: v.GenericSchema<unknown, T>, value: NoInfer<T>) =>
  v.optional(v.fallback(schema, value), value)

const preferencesSchema = v.object({
  captions: withFallback(v.boolean(), true),
  captionSize: withFallback(v.picklist(captionSizes), 'normal'),
  speed: withFallback(v.picklist(speeds), 1),
  narration: withFallback(v.boolean(), false),
})

export type PlayerPreferences = v.InferOutput<typeof preferencesSchema>

const createStoredText = () => createLocalText(() => localStorage, 'player')

/**
 * Reads and saves how videos are shown. Like the theme, this is saved per device and not per account, because
 * it depends on the screen and the surroundings.
 */
export const usePlayerPreferences = () => {
  // Without saved preferences, or if they are damaged, the defaults apply.
  const [preferences, setPreferences] = useState(
    () =>
      parseOrUndefined(preferencesSchema, parseJson(createStoredText().read() ?? '')) ??
      v.getDefaults(preferencesSchema),
  )
  const changePreferences = (changed: Partial<PlayerPreferences>): void => {
    const next = { ...preferences, ...changed }
    setPreferences(next)
    createStoredText().write(JSON.stringify(next))
  }
  return { preferences, changePreferences }
}
