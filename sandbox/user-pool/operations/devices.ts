import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import {
  changeDevice,
  forgetDevice as removeDevice,
  listDevices as listUserDevices,
  requireDevice,
  requireDeviceTracking,
} from '../device-tracking.ts'
import type { Device, User } from '../pool-state.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'

const deviceInput = v.object({ AccessToken: memberSchemas.token, DeviceKey: memberSchemas.deviceKey })

/** The user of an access token in a pool that tracks devices. */
const authenticateInTrackingPool = async (pools: UserPools, accessToken: string) => {
  const { pool, user } = await authenticate(pools, accessToken)
  return { pool, user, tracking: requireDeviceTracking(pool) }
}

/** Converts base64 of big-endian bytes to hexadecimal digits. */
const toDigits = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

const verifierSchema = v.pipe(v.string(), v.base64(), v.nonEmpty())

/**
 * ConfirmDevice: begins to track a device, and stores the salt and the verifier of its password. Returns
 * whether the user has yet to say that the device is remembered.
 */
export const confirmDevice = (pools: UserPools) =>
  defineOperation(
    v.object({
      ...deviceInput.entries,
      DeviceName: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(1024))),
      DeviceSecretVerifierConfig: v.object({ PasswordVerifier: verifierSchema, Salt: verifierSchema }),
    }),
    async ({ AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig: config }) => {
      const { pool, user, tracking } = await authenticateInTrackingPool(pools, AccessToken)
      const { secret: earlier } = requireDevice(user, DeviceKey)
      if (earlier) throw new AwsError('InvalidParameterException', 'Device is already confirmed.')
      const secret = { salt: toDigits(config.Salt), verifier: toDigits(config.PasswordVerifier) }
      const needsPrompt = tracking.deviceOnlyRememberedOnUserPrompt
      await changeDevice(pool, user, DeviceKey, () => ({
        secret,
        remembered: !needsPrompt,
        ...(DeviceName !== undefined && { name: DeviceName }),
      }))
      return { UserConfirmationNecessary: needsPrompt }
    },
  )

/** UpdateDeviceStatus: says whether a device is remembered. */
export const updateDeviceStatus = (pools: UserPools) =>
  defineOperation(
    v.object({
      ...deviceInput.entries,
      DeviceRememberedStatus: v.optional(v.picklist(['remembered', 'not_remembered'])),
    }),
    async ({ AccessToken, DeviceKey, DeviceRememberedStatus: status }) => {
      const { pool, user } = await authenticateInTrackingPool(pools, AccessToken)
      requireDevice(user, DeviceKey)
      if (status) await changeDevice(pool, user, DeviceKey, () => ({ remembered: status === 'remembered' }))
      return {}
    },
  )

const toDeviceType = ({ key, name, remembered, createdAt, modifiedAt, authenticatedAt }: Device) => ({
  DeviceKey: key,
  DeviceAttributes: [
    { Name: 'device_status', Value: 'valid' },
    { Name: 'device_name', Value: name },
    { Name: 'dev:device_remembered_status', Value: remembered ? 'remembered' : 'not_remembered' },
  ].filter(({ Value }) => Value !== undefined),
  DeviceCreateDate: createdAt / 1000,
  DeviceLastModifiedDate: modifiedAt / 1000,
  DeviceLastAuthenticatedDate: authenticatedAt / 1000,
})

const pageInput = {
  Limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60))),
  PaginationToken: v.optional(v.pipe(v.string(), v.minLength(1))),
}

/** Returns a page of a user's devices. The token of the next page is the key of its first device. */
const toDevicePage = (user: User, limit: number, token: string | undefined) => {
  const devices = listUserDevices(user)
  const start = token === undefined ? 0 : devices.findIndex(({ key }) => key === token)
  if (start < 0) throw new AwsError('InvalidParameterException', 'Invalid pagination token.')
  const next = devices[start + limit]
  return {
    Devices: devices.slice(start, start + limit).map(toDeviceType),
    ...(next && { PaginationToken: next.key }),
  }
}

/** ListDevices: the confirmed devices of the user, remembered or not, in pages of at most 60. */
export const listDevices = (pools: UserPools) =>
  defineOperation(
    v.object({ AccessToken: memberSchemas.token, ...pageInput }),
    async ({ AccessToken, Limit, PaginationToken }) => {
      const { user } = await authenticateInTrackingPool(pools, AccessToken)
      // A limit of 0 is the default.
      return toDevicePage(user, Limit || 60, PaginationToken)
    },
  )

/** GetDevice: one device of the user. */
export const getDevice = (pools: UserPools) =>
  defineOperation(deviceInput, async ({ AccessToken, DeviceKey }) => {
    const { user } = await authenticateInTrackingPool(pools, AccessToken)
    return { Device: toDeviceType(requireDevice(user, DeviceKey)) }
  })

/** ForgetDevice: the next sign-in on the device is that of a new one. */
export const forgetDevice = (pools: UserPools) =>
  defineOperation(deviceInput, async ({ AccessToken, DeviceKey }) => {
    const { pool, user } = await authenticateInTrackingPool(pools, AccessToken)
    requireDevice(user, DeviceKey)
    await removeDevice(pool, user, DeviceKey)
    return {}
  })

/** AdminForgetDevice: the same for any user. */
export const adminForgetDevice = (pools: UserPools) =>
  defineOperation(
    v.object({ ...memberSchemas.operatedUserInput.entries, DeviceKey: memberSchemas.deviceKey }),
    async (request) => {
      const { pool, user } = pools.requireOperatedUser(request)
      requireDeviceTracking(pool)
      requireDevice(user, request.DeviceKey)
      await removeDevice(pool, user, request.DeviceKey)
      return {}
    },
  )
