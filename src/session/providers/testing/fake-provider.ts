import { ok } from '../../../lib/result.ts'
import { hour, sessionUntil } from '../../testing/coach.ts'
import type { AuthProvider, ProviderFailureKind, ProviderFailure } from '../provider.ts'

export const fault = (kind: ProviderFailureKind): ProviderFailure => ({ kind, name: kind })

/** A provider whose methods all succeed, apart from the ones that a test replaces. */
export const createProvider = (methods: Partial<AuthProvider> = {}): AuthProvider => ({
  verifiedBy: 'code',
  signUp: async () => ok({ userID: 'user-1', verified: false }),
  confirm: async () => ok(undefined),
  resendCode: async () => ok(undefined),
  signIn: async () => ok(sessionUntil(hour)),
  answerChallenge: async () => ok(sessionUntil(hour)),
  forgetChallenge: () => undefined,
  session: async () => ok(sessionUntil(hour)),
  requestStorageCredentials: async () =>
    ok({
      identityId: 'us-east-1:1',
      accessKeyId: 'key',
      secretAccessKey: 's',
      sessionToken: 't',
      expiration: 1,
    }),
  loadSecondFactor: async () =>
    ok({
      read: async () => ok([]),
      createKey: async () => ok('ABCDEFGHIJKLMNOP'),
      turnOn: async () => ok(undefined),
      turnOff: async () => ok(undefined),
      listDevices: async () => ok([]),
      forgetDevice: async () => ok(undefined),
    }),
  rename: async (name) => ok({ ...sessionUntil(hour, 'access-2'), ...name }),
  requestReset: async () => ok(undefined),
  resetPassword: async () => ok(undefined),
  changePassword: async () => ok(undefined),
  checkPassword: async () =>
    ok({ accessToken: 'access-2', deleteAccount: async () => ok('deleted' as const) }),
  signOut: async () => undefined,
  signOutEverywhere: async () => ok(undefined),
  ...methods,
})
