import * as v from 'valibot'
import { deviceId } from '../contract/shapes.ts'
import type { KeyValues } from './key-values.ts'

/** The id of this installation, made once and kept as long as its IndexedDB is. */
export const readDeviceId = async (values: KeyValues, randomId: () => string): Promise<string> => {
  const stored = v.safeParse(deviceId, await values.read('device'))
  if (stored.success) return stored.output
  const id = randomId()
  await values.write('device', id)
  return id
}
