import { Amplify, createAmplifyContext } from 'aws-amplify'
import {
  associateWebAuthnCredential,
  AuthError,
  deleteWebAuthnCredential,
  fetchMFAPreference,
  listWebAuthnCredentials,
  signIn,
  type AuthWebAuthnCredential,
} from 'aws-amplify/auth'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider, Passkey, PasskeyMethods, ProviderFailure } from '../provider.ts'
import { forgetChallenge, toUnfinishedSignInFailure } from './user-pool-challenge.ts'
import { withPromptSignal } from './passkey-prompt.ts'
import type { UserPoolContext } from './user-pool-context.ts'
import { toResult, toSignedInFailure, toUserPoolFailure } from './user-pool-failure.ts'

type PasskeyDeps = Pick<UserPoolContext, 'context'> & {
  session: AuthProvider['session']
  signOutLocally: () => Promise<void>
}

const toPasskey = ({
  credentialId = '',
  friendlyCredentialName = '',
  createdAt,
}: AuthWebAuthnCredential): Passkey => ({
  id: credentialId,
  name: friendlyCredentialName,
  createdAt: createdAt?.getTime(),
})

/** Amplify's names for the steps in which a pool offers the password instead of a passkey. */
const passwordSteps: ReadonlySet<string> = new Set([
  'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
  'CONFIRM_SIGN_IN_WITH_PASSWORD',
])

/**
 * Whether an error comes from the browser's prompt, and Amplify does not know it. Amplify names such an error
 * `Unknown` without making it an `AuthError`; an unknown error of the pool is an `AuthError`.
 */
const isPromptError = (error: unknown): boolean =>
  error instanceof Error && 'underlyingError' in error && !(error instanceof AuthError)

const toPromptFailure =
  (toFailure: (error: unknown) => ProviderFailure) =>
  (error: unknown): ProviderFailure => {
    const failure = toFailure(error)
    return failure.kind === 'service' && isPromptError(error)
      ? { ...failure, kind: 'passkey-unsupported' }
      : failure
  }

/** Cognito reports a passkey that it does not accept under the name for a wrong password. */
const toPasskeyFailure = (error: unknown): ProviderFailure => {
  const failure = toPromptFailure(toUserPoolFailure)(error)
  return failure.kind === 'password-wrong' ? { ...failure, kind: 'passkey-refused' } : failure
}

/** Signs in with passkeys of a user pool, and lists, adds and removes those of the signed-in account. */
export const createUserPoolPasskeys = ({ context, session, signOutLocally }: PasskeyDeps): PasskeyMethods => {
  const { tokenProvider } = context.libraryOptions.Auth ?? {}
  // Omits the provider of AWS credentials, because these calls only need tokens.
  const libraryOptions = { Auth: { ...(tokenProvider && { tokenProvider }) } }

  /**
   * Configures the functions of Amplify that only know a global configuration. They read it before their first
   * `await`, so no call for another pool can change it in between.
   */
  const configure = () => Amplify.configure(context.resourcesConfig, libraryOptions)

  const withGlobalConfig = <T>(call: () => Promise<T>) =>
    toResult(async () => {
      configure()
      return call()
    }, toPromptFailure(toSignedInFailure))

  /** Reads all pages of the list of passkeys, oldest first. */
  const listAll = async (): Promise<Passkey[]> => {
    const passkeys: Passkey[] = []
    let nextToken: string | undefined
    do {
      configure()
      const page = await listWebAuthnCredentials({
        pageSize: 20,
        ...(nextToken !== undefined && { nextToken }),
      })
      passkeys.push(...page.credentials.map(toPasskey))
      nextToken = page.nextToken
    } while (nextToken !== undefined)
    return passkeys.sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0))
  }

  return {
    signIn: async (email, signal) => {
      // Amplify refuses a sign-in while a session is stored.
      await signOutLocally()
      const options = { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } as const
      const askForPasskey = () => signIn(context, { username: email, options })
      const response = await toResult(() => withPromptSignal('get', signal, askForPasskey), toPasskeyFailure)
      if (!response.ok) return response
      const { nextStep } = response.value
      if (nextStep.signInStep === 'DONE') return session()
      forgetChallenge()
      // The pool offers the password instead: the account has no passkey, or needs a second factor.
      return passwordSteps.has(nextStep.signInStep)
        ? fail({ kind: 'passkey-missing', name: nextStep.signInStep })
        : fail(toUnfinishedSignInFailure(nextStep))
    },

    read: async () => {
      const passkeys = await toResult(listAll, toSignedInFailure)
      if (!passkeys.ok) return passkeys
      const tokensOnly = createAmplifyContext(context.resourcesConfig, libraryOptions)
      const factors = await toResult(() => fetchMFAPreference(tokensOnly), toSignedInFailure)
      if (!factors.ok) return factors
      return ok({ passkeys: passkeys.value, hasSecondFactor: (factors.value.enabled ?? []).length > 0 })
    },

    add: async (signal) => {
      const result = await withPromptSignal('create', signal, () =>
        withGlobalConfig(associateWebAuthnCredential),
      )
      if (result.ok) return ok('added')
      return result.error.kind === 'passkey-cancelled' ? ok('cancelled') : result
    },

    remove: async (id) => {
      const result = await withGlobalConfig(() => deleteWebAuthnCredential({ credentialId: id }))
      const isGone = !result.ok && result.error.name === 'ResourceNotFoundException'
      return isGone ? ok(undefined) : result
    },
  }
}
