import { forgetDevice, rememberDevice } from 'aws-amplify/auth'
import * as v from 'valibot'
import { fail, ok } from '../../../lib/result.ts'
import type { RememberedDevice } from '../../challenge.ts'
import type { ProviderResult, SecondFactorMethods } from '../provider.ts'
import type { CallUserPool } from './call-user-pool.ts'
import type { UserPoolContext } from './user-pool-context.ts'
import { toProviderFailure, toResult, toSignedInFailure } from './user-pool-failure.ts'

const timeSchema = v.pipe(
  v.number(),
  v.transform((seconds) => seconds * 1000),
)

const pageSchema = v.object({
  Devices: v.optional(
    v.array(
      v.object({
        DeviceKey: v.string(),
        DeviceAttributes: v.optional(
          v.array(v.object({ Name: v.string(), Value: v.optional(v.string(), '') })),
          [],
        ),
        DeviceLastAuthenticatedDate: timeSchema,
      }),
    ),
    [],
  ),
  PaginationToken: v.optional(v.string()),
})

/** The most devices that a pool returns at once. */
const pageSize = 60

export type DevicesDeps = Pick<
  UserPoolContext,
  'context' | 'writeRememberedNote' | 'removeRememberedNote' | 'readDeviceKey'
> & {
  callUserPool: CallUserPool
}

export type UserPoolDevices = Pick<SecondFactorMethods, 'listDevices' | 'forgetDevice'> & {
  /** Remembers this device. A failure only means that the next sign-in asks for a code again. */
  rememberThisDevice: () => Promise<void>
}

/**
 * The remembered devices of the signed-in account of a user pool. Amplify confirms every device of a sign-in, so the
 * pool's list also has devices that are not remembered.
 */
export const createUserPoolDevices = ({
  context,
  writeRememberedNote,
  removeRememberedNote,
  readDeviceKey,
  callUserPool,
}: DevicesDeps): UserPoolDevices => {
  const call = async (
    operation: 'ListDevices' | 'UpdateDeviceStatus',
    body: object,
  ): ProviderResult<unknown> => {
    const tokens = await toResult(() => context.getTokens({ forceRefresh: false }), toSignedInFailure)
    if (!tokens.ok) return tokens
    const response = await callUserPool(operation, {
      AccessToken: tokens.value?.accessToken.toString(),
      ...body,
    })
    return response.ok ? response : fail(toProviderFailure(response.error))
  }

  const listPage = async (token: string | undefined): ProviderResult<v.InferOutput<typeof pageSchema>> => {
    const page = await call('ListDevices', {
      Limit: pageSize,
      ...(token !== undefined && { PaginationToken: token }),
    })
    if (!page.ok) return page
    const parsed = v.safeParse(pageSchema, page.value)
    return parsed.success ? ok(parsed.output) : fail({ kind: 'service', name: 'UnreadableDevices' })
  }

  /** Reads all pages of the list. Amplify reads only the first one. */
  const listDevices: SecondFactorMethods['listDevices'] = async () => {
    const devices: RememberedDevice[] = []
    const ownKey = await toResult(readDeviceKey)
    if (!ownKey.ok) return ownKey
    let token: string | undefined
    do {
      const page = await listPage(token)
      if (!page.ok) return page
      for (const { DeviceKey: id, DeviceAttributes, DeviceLastAuthenticatedDate } of page.value.Devices) {
        const attributes = new Map(DeviceAttributes.map(({ Name, Value }) => [Name, Value]))
        if (attributes.get('dev:device_remembered_status') === 'remembered')
          devices.push({
            id,
            userAgent: attributes.get('device_name') ?? '',
            lastSignIn: DeviceLastAuthenticatedDate,
            isCurrent: id === ownKey.value,
          })
      }
      token = page.value.PaginationToken
    } while (token !== undefined)
    return ok(devices)
  }

  return {
    listDevices,

    forgetDevice: async (id) => {
      const ownKey = await toResult(readDeviceKey)
      if (!ownKey.ok) return ownKey
      const isCurrent = id === ownKey.value
      // The pool does not refresh the tokens of a forgotten device, and this one stays signed in.
      const result = isCurrent
        ? await call('UpdateDeviceStatus', { DeviceKey: id, DeviceRememberedStatus: 'not_remembered' })
        : await toResult(() => forgetDevice(context, { device: { id } }), toSignedInFailure)
      // Another browser has forgotten it already.
      if (!result.ok && result.error.name !== 'ResourceNotFoundException') return result
      return isCurrent ? toResult(removeRememberedNote) : ok(undefined)
    },

    rememberThisDevice: async () => {
      await toResult(async () => {
        await rememberDevice(context)
        // Without the note, the next sign-out forgets the device here.
        await writeRememberedNote()
      })
    },
  }
}
