import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0))

/** The prefix of the keys under which positions are stored. */
export const positionsPrefix = 'position/'

/** Creates the stored position, in seconds, where a customer stopped in the video of a module. */
export const createVideoPosition = (
  values: KeyValues,
  customer: string,
  module: string,
): StoredValue<number> => createStoredValue(values, `${positionsPrefix}${customer}/${module}`, seconds)
