import { useState } from 'react'
import * as v from 'valibot'
import { parseJson } from '../../../../lib/http/parse-json.ts'
import { parseOrUndefined } from '../../../../lib/parse-or-undefined.ts'
import { createLocalText } from '../../../../platform/storage/local-text.ts'

export const speeds = [0.75, 1, 1.25, 1.5] as const
export const captionSizes = ['normal', 'large', 'largest'] as const

/** A value of an older or newer version falls back by itself, without the others. */
const orElse = <T>(schema: v.GenericSchema<unknown, T>, value: NoInfer<T>) =>
  v.optional(v.fallback(schema, value), value)

const preferencesSchema = v.object({
  captions: orElse(v.boolean(), true),
  captionSize: orElse(v.picklist(captionSizes), 'normal'),
  speed: orElse(v.picklist(speeds), 1),
  narration: orElse(v.boolean(), false),
})

export type PlayerPreferences = v.InferOutput<typeof preferencesSchema>

const createStored = () => createLocalText(() => localStorage, 'player')

/**
 * How films are shown on this device: like the theme, it depends on the device and its place, not on the
 * account.
 */
export const usePlayerPreferences = () => {
  const [preferences, setPreferences] = useState(
    () =>
      parseOrUndefined(preferencesSchema, parseJson(createStored().read() ?? '')) ??
      v.getDefaults(preferencesSchema),
  )
  const change = (changed: Partial<PlayerPreferences>): void => {
    const next = { ...preferences, ...changed }
    setPreferences(next)
    createStored().write(JSON.stringify(next))
  }
  return { preferences, change }
}
