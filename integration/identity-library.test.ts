import { signInWithRedirect } from 'aws-amplify/auth'
import { expect, test } from 'vitest'
import { testEnv } from '../src/session/providers/testing/env.ts'
import { memoryKeyValues } from '../src/platform/storage/testing/memory-key-values.ts'
import { createTokenStorage } from '../src/session/providers/user-pool/token-storage.ts'
import { createUserPoolContext } from '../src/session/providers/user-pool/user-pool-context.ts'
import type { Env } from '../src/config/env.ts'
import { poolNames } from '../src/config/locales.ts'

test.each(poolNames)(
  'does not wait for a hosted sign-in, which the pool of %s does not have',
  async (name) => {
    const pool = { userPoolId: 'sa-east-1_Barriers', webClientId: 'client' }
    const pools = Object.fromEntries(poolNames.map((each) => [each, pool])) as Env['pools']
    const storage = createTokenStorage(memoryKeyValues(), async () => undefined)
    const { context } = createUserPoolContext(testEnv({ pools }), name, storage)
    await expect(signInWithRedirect(context)).rejects.toMatchObject({ name: 'OAuthNotConfigureException' })
  },
)
