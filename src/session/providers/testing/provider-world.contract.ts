import type { Result } from '../../../lib/result.ts'
import type { AuthProvider, ProviderFailureKind, ProviderFailure } from '../provider.ts'

/** A running identity provider, as the contract uses it. */
export type ProviderHarness = {
  /** The provider on one device. The same name returns the same device after a reload. */
  on: (device: string) => AuthProvider
  /** The code in the newest email to an address. */
  codeFor: (email: string) => Promise<string>
  /** Runs `work` without network. */
  offline: <T>(work: () => Promise<T>) => Promise<T>
}

export const password = 'Treino-2026!'
export const account = (email: string) => ({ email, password, firstName: 'Ana', lastName: 'Souza' })

export const unwrap = <T>(result: Result<T, ProviderFailure>): T => {
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.name}`)
  return result.value
}
export const getFailureKind = (result: Result<unknown, ProviderFailure>): ProviderFailureKind | 'none' =>
  result.ok ? 'none' : result.error.kind

let people = 0
/** An unused address. */
export const newEmail = (): string => `coach-${(people += 1)}@example.com`

/** A coach's device and the accounts on it. */
export const createProviderWorld = (harness: ProviderHarness) => {
  const device = harness.on('phone')

  /** Registers an account that can sign in. Resolves to its address. */
  const register = async (email = newEmail()): Promise<string> => {
    const { verified } = unwrap(await device.signUp(account(email)))
    if (!verified) unwrap(await device.confirm(email, await harness.codeFor(email)))
    return email
  }
  return { harness, device, register }
}

/** The world of a test. It exists once the first test runs. */
export type ProviderWorld = () => ReturnType<typeof createProviderWorld>
