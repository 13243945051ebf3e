import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { fetchAuthSession, signIn, signUp } from 'aws-amplify/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'
import { connectAmplify, storedTokens } from '../testing/connect-amplify.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ tokenLifetimes: { idSeconds: 300, accessSeconds: 300 } })
})
afterAll(() => sandbox.remove())

const username = 'coach.gb@example.com'
const password = 'Barriers-2026!'

const createVerifier = async (pool: { userPoolId: string; clientId: string }, tokenUse: 'id' | 'access') => {
  const verifier = CognitoJwtVerifier.create({
    userPoolId: pool.userPoolId,
    clientId: pool.clientId,
    tokenUse,
  })
  const keys = await fetch(`${sandbox.addresses().userPool}/${pool.userPoolId}/.well-known/jwks.json`)
  verifier.cacheJwks((await keys.json()) as Parameters<typeof verifier.cacheJwks>[0])
  return verifier
}

test('keeps tokens, sessions, users, mail and keys over a restart', async () => {
  const pool = await connectAmplify(sandbox, 'GB')
  await signIn({ username, password })
  const before = await fetchAuthSession()
  const { idToken, accessToken } = storedTokens()
  await signUp({ username: 'kept@example.com', password: 'Winter-2026!' })

  await sandbox.restart()

  await expect((await createVerifier(pool, 'id')).verify(idToken)).resolves.toMatchObject({ email: username })
  await expect((await createVerifier(pool, 'access')).verify(accessToken)).resolves.toMatchObject({
    token_use: 'access',
  })
  await expect((await createVerifier(pool, 'access')).verify(idToken)).rejects.toThrow(/Token use/)
  expect(await sandbox.mailTo('kept@example.com')).toHaveLength(1)

  const after = await fetchAuthSession({ forceRefresh: true })
  expect(after.userSub).toBe(before.userSub)
  expect(after.identityId).toBe(before.identityId)
})

test('token lifetimes can be shortened for tests', () => {
  const [, claims = ''] = storedTokens().idToken.split('.')
  const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number; exp: number }
  expect(exp - iat).toBe(300)
})

test('writes no password or refresh token to any file', async () => {
  const { refreshToken } = storedTokens()
  expect(refreshToken).toHaveLength(86)
  const files = await readdir(sandbox.directory, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
  )
  expect(texts.length).toBeGreaterThan(8)
  for (const secret of [password, 'Winter-2026!', refreshToken]) {
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
  }
})
