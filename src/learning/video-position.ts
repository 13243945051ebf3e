import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'
import { storedPrefixes } from './stored-prefixes.ts'

/** In seconds. */
const positionSchema = v.pipe(v.number(), v.finite(), v.minValue(0))

/** Stores where a customer stopped in the video of a module, in seconds. */
export const createVideoPosition = (
  keyValues: KeyValues,
  customerId: string,
  moduleId: string,
): StoredValue<number> =>
  createStoredValue(keyValues, `${storedPrefixes.videoPositions}${customerId}/${moduleId}`, positionSchema)
