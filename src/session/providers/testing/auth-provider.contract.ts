import { beforeAll, describe } from 'vitest'
import type { AuthProvider } from '../provider.ts'
import { accountContract } from './provider-accounts.contract.ts'
import { passwordContract } from './provider-passwords.contract.ts'
import { sessionContract } from './provider-sessions.contract.ts'
import { createProviderWorld, type ProviderHarness, type ProviderWorld } from './provider-world.contract.ts'

/** The contract of every identity provider. Runs once per implementation, against the real service. */
export const authProviderContract = (
  name: string,
  verifiedBy: AuthProvider['verifiedBy'],
  running: () => ProviderHarness,
): void => {
  describe(`${name} as an identity provider`, () => {
    let world: ReturnType<ProviderWorld>
    beforeAll(() => {
      world = createProviderWorld(running())
    })

    accountContract(() => world, verifiedBy)
    passwordContract(() => world)
    sessionContract(() => world)
  })
}
