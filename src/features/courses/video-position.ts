import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'

/** Where a coach stopped watching, in seconds, kept on the device. */
export type VideoPosition = {
  read: () => Promise<number | undefined>
  write: (seconds: number) => Promise<void>
  /** The end was seen: the next time begins at the beginning. */
  forget: () => Promise<void>
}

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0))

/** The position in the video of one module, for one customer. Without storage every visit begins at the beginning. */
export const createVideoPosition = (values: KeyValues, customer: string, module: string): VideoPosition => {
  const key = `position/${customer}/${module}`
  return {
    read: async () => {
      const stored = v.safeParse(seconds, await values.read(key).catch(() => undefined))
      return stored.success ? stored.output : undefined
    },
    write: (position) => values.write(key, position).catch(() => undefined),
    forget: () => values.remove(key).catch(() => undefined),
  }
}
