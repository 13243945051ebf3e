import { randomBytes, randomUUID } from 'node:crypto'
import { AwsError } from '../aws-json/aws-error.ts'
import type { UserPool } from './create-user-pool.ts'
import type { Device, DeviceTracking, User } from './pool-state.ts'

/** Throws InvalidUserPoolConfigurationException if a pool tracks no devices. */
export const requireDeviceTracking = (pool: UserPool): DeviceTracking => {
  const tracking = pool.deviceTracking.get()
  if (tracking) return tracking
  throw new AwsError(
    'InvalidUserPoolConfigurationException',
    'Device tracking has not been configured in this User Pool.',
  )
}

/** Lists the devices that a user has confirmed, the newest first. */
export const listDevices = (user: User): readonly Device[] =>
  (user.devices ?? []).filter(({ secret }) => secret !== undefined).toReversed()

/** Returns a device of a user. Throws ResourceNotFoundException if there is none with this key. */
export const requireDevice = (user: User, key: string): Device => {
  const device = user.devices?.find((candidate) => candidate.key === key)
  if (!device) throw new AwsError('ResourceNotFoundException', 'Device does not exist.')
  return device
}

/** Changes a device of a user. The stored user may be newer than what the caller read before an `await`. */
export const changeDevice = (
  pool: UserPool,
  user: User,
  key: string,
  update: (device: Device) => Partial<Device>,
): Promise<void> =>
  pool.users.change(user.sub, ({ devices = [], ...rest }) => ({
    ...rest,
    devices: devices.map((device) =>
      device.key === key ? { ...device, ...update(device), modifiedAt: pool.now() } : device,
    ),
  }))

export const forgetDevice = (pool: UserPool, user: User, key: string): Promise<void> =>
  pool.users.change(user.sub, ({ devices = [], ...rest }) => ({
    ...rest,
    devices: devices.filter((device) => device.key !== key),
  }))

/** Whether a device replaces the second factor of a sign-in. */
export const replacesFactor = (pool: UserPool, { remembered, secret }: Device): boolean =>
  pool.deviceTracking.get()?.challengeRequiredOnNewDevice === true && remembered && secret !== undefined

/**
 * Records a sign-in on a device, and returns the key of the device. Without a `knownKey`, adds a new device,
 * which its client has to confirm. Does nothing if the pool tracks no devices.
 */
export const recordDevice = async (
  pool: UserPool,
  user: User,
  knownKey: string | undefined,
): Promise<{ key?: string; isNew?: boolean; groupKey?: string }> => {
  if (!pool.deviceTracking.get()) return {}
  const now = pool.now()
  if (knownKey !== undefined) {
    await changeDevice(pool, user, knownKey, () => ({ authenticatedAt: now }))
    return { key: knownKey }
  }
  const key = `${pool.definition.region}_${randomUUID()}`
  const groupKey = `-${randomBytes(6).toString('base64url')}`
  const times = { createdAt: now, modifiedAt: now, authenticatedAt: now }
  await pool.users.change(user.sub, ({ devices = [], ...rest }) => ({
    ...rest,
    // Removes devices that their clients did not confirm.
    devices: [
      ...devices.filter(({ secret }) => secret !== undefined),
      { key, groupKey, remembered: false, ...times },
    ],
  }))
  return { key, groupKey, isNew: true }
}
