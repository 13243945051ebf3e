import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { listen, stopListening } from '../../node/listen.ts'
import { fail } from '../../src/lib/result.ts'
import { startTestIdentity } from '../testing/test-identity.ts'
import { createUserPoolTokenVerifier } from './user-pool-tokens.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** Issues tokens from a real pool and verifies them against the given keys. */
const verifyWith = async (keys: unknown) => {
  const identity = await startTestIdentity()
  const server = createServer((_, response) => response.end(JSON.stringify(keys)))
  const port = await listen(server, { port: 0, variable: 'PORT', host: '127.0.0.1' })
  ended.push(identity.stop, () => stopListening(server, 0))
  const verify = createUserPoolTokenVerifier({
    ...identity.env,
    userPoolEndpoint: `http://127.0.0.1:${port}`,
  })
  return async () => verify('id', await identity.token('ana'))
}

const foreignKey = async () => {
  const { publicKey } = await generateKeyPair('RS256')
  return { ...(await exportJWK(publicKey)), kid: 'another-key', alg: 'RS256', use: 'sig' }
}

test.each([
  ['no keys', { keys: [] }],
  ['nothing like keys', { keys: 'none' }],
])('reports a pool that publishes %s as unavailable, without refusing the token', async (_what, keys) => {
  const verify = await verifyWith(keys)
  await expect(verify()).rejects.toThrow('The keys of a user pool cannot be fetched.')
})

test('refuses a key that the pool does not publish, then reports the keys as unavailable until it may look again', async () => {
  const verify = await verifyWith({ keys: [await foreignKey()] })
  expect(await verify()).toEqual(fail('identity-refused'))
  await expect(verify()).rejects.toThrow('The keys of a user pool cannot be fetched.')
})
