import { fail, ok, type Result } from '../lib/result.ts'
import type { AuthFailure } from '../session/auth-failure.ts'
import type {
  AuthProvider,
  ProviderFailureKind,
  PasskeyMethods,
  ProviderResult,
} from '../session/providers/provider.ts'
import { providerRetry } from '../session/retry-policies.ts'
import type { AccountDeps, Passkeys } from './account.ts'
import type { TakeStep } from './sign-in-step.ts'
import { createWithPassword } from './with-password.ts'

type Messages = Partial<Record<ProviderFailureKind, AuthFailure['message']>>

// Not in `provider-error-messages.ts`, which is part of the first load.

/** Failures after which only the password can help. */
const passwordOnlyKinds: ReadonlySet<ProviderFailureKind | undefined> = new Set([
  'passkey-missing',
  // The password leads to the code for the address.
  'user-unconfirmed',
  // The pool offers no passkeys.
  'not-set-up',
])

/** The messages of a failed sign-in with a passkey. All other kinds have the messages of any sign-in. */
const signInMessages: Messages = {
  'passkey-refused': 'passkeys.refused',
  'passkey-unsupported': 'passkeys.unsupported',
  'challenge-over': 'errorMessage.challengeOver',
}

/** The messages of a failed set-up. All other kinds have the messages of the second factor. */
const setUpMessages: Messages = {
  'passkey-exists': 'passkeys.exists',
  'passkey-unsupported': 'passkeys.unsupported',
  'challenge-over': 'passkeys.expired',
}

/** Runs `work` with the passkeys of a provider. `onFailure` receives the kind of a failure. */
const runWithPasskeys = async <T>(
  { loadPasskeys }: AuthProvider,
  work: (methods: PasskeyMethods) => ProviderResult<T>,
  onFailure: (kind: ProviderFailureKind) => void,
): ProviderResult<T> => {
  const methods = loadPasskeys
    ? await loadPasskeys()
    : fail({ kind: 'not-set-up', name: 'NoPasskeys' } as const)
  const result = methods.ok ? await work(methods.value) : methods
  if (!result.ok) onFailure(result.error.kind)
  return result
}

/** Signs in with passkeys, and lists, adds and removes those of a signed-in coach. */
export const createPasskeys = (deps: AccountDeps, takeStep: TakeStep): Passkeys => {
  const { session, usedPasskey } = deps
  const withPassword = createWithPassword(deps)

  const call = async <T>(
    customerId: string,
    work: (methods: PasskeyMethods) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> => {
    let message: AuthFailure['message'] | undefined
    const result = await session.asCustomer(customerId, 'second-factor', (provider) =>
      runWithPasskeys(provider, work, (kind) => {
        message = setUpMessages[kind]
      }),
    )
    return !result.ok && message ? fail({ message }) : result
  }

  /** The id of the customer who has removed a passkey on this page. */
  let removerId: string | undefined

  return {
    prepare: async (locale) => {
      const provider = await session.loadProvider(locale)
      if (provider.ok) await provider.value.loadPasskeys?.()
    },

    signIn: async (locale, email, signal) => {
      let kind: ProviderFailureKind | undefined
      const result = await takeStep({
        name: 'sign-in',
        locale,
        email,
        // Each press shows the prompt once, also if the answer to it is lost.
        retry: { ...providerRetry, attempts: 1 },
        // A cancelled prompt must not end a session.
        ifSignedIn: { message: 'hostedSignIn.signedIn' },
        requestTokens: (provider) =>
          runWithPasskeys(
            provider,
            (methods) => methods.signIn(email, signal),
            (failureKind) => {
              kind = failureKind
            },
          ),
      })
      if (result.ok) {
        usedPasskey.write('true')
        return ok('signed-in')
      }
      // The coach who has left the page does not need to know what happened to its prompt.
      if (kind === 'passkey-cancelled' && !signal?.aborted) return ok('cancelled')
      if (passwordOnlyKinds.has(kind)) return fail({ message: 'passkeys.missing' })
      const message = kind && signInMessages[kind]
      return message ? fail({ message }) : result
    },

    read: async (customerId) => {
      const result = await call(customerId, (methods) => methods.read())
      // Only after a removal on this page, because another coach of this browser may have the used passkey.
      if (removerId === customerId && result.ok && result.value.passkeys.length === 0) usedPasskey.write()
      return result
    },
    add: (customerId, password, signal) =>
      withPassword(customerId, password, async () => {
        const result = await call(customerId, ({ add }) => add(signal))
        if (result.ok && result.value === 'cancelled' && signal?.aborted)
          return fail({ message: 'passkeys.notAdded' })
        if (result.ok && result.value === 'added') usedPasskey.write('true')
        return result
      }),
    remove: async (customerId, id) => {
      const result = await call(customerId, ({ remove }) => remove(id))
      if (result.ok) removerId = customerId
      return result
    },
  }
}
