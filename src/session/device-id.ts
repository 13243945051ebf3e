import { deviceId } from '../contract/shapes.ts'
import { parsed } from '../lib/parsed.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { Locks } from '../platform/locks.ts'

/** ms; two reads and a write */
const timeout = 10_000

const readOrMake = async (
  values: Pick<KeyValues, 'read' | 'write'>,
  randomId: () => string,
): Promise<string> => {
  const stored = parsed(deviceId, await values.read('device'))
  if (stored !== undefined) return stored
  const id = randomId()
  await values.write('device', id)
  return id
}

/**
 * The id of this installation, made once and as lasting as its IndexedDB. Whoever needs it first makes it under a lock:
 * two that make one each, as an event and a sign-in at the same moment, would be two devices to the server.
 */
export const createDeviceId = ({
  values,
  locks,
  randomId,
}: {
  values: Pick<KeyValues, 'read' | 'write'>
  locks: Locks
  randomId: () => string
}): (() => Promise<string>) => {
  let known: Promise<string> | undefined
  return () => {
    known ??= locks.hold('device-id', timeout, () => readOrMake(values, randomId))
    // A failed attempt is not remembered: the next call tries again.
    known.catch(() => {
      known = undefined
    })
    return known
  }
}
