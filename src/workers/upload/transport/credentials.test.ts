import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { CredentialsSource } from '../contract.ts'
import { createCredentials } from './credentials.ts'

const minute = 60_000
const issue = (expiration: number) => ({
  identityId: 'us-east-1:ana',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  sessionToken: `until-${expiration}`,
  expiration,
})

test('credentials are kept until a minute before they expire', async () => {
  let time = 0
  let asked = 0
  const credentials = createCredentials(
    async () => {
      asked++
      return ok(issue(time + 60 * minute))
    },
    () => time,
  )
  await credentials.get()
  time = 58 * minute
  await credentials.get()
  expect(asked).toBe(1)
  time = 59 * minute
  await credentials.get()
  expect(asked).toBe(2)
})

test.each([
  ['offline', 'unreachable'],
  ['sign-in-needed', 'sign-in-needed'],
] as const)('a source that says %s is %s, and is asked again next time', async (error, kind) => {
  const answers: Awaited<ReturnType<CredentialsSource>>[] = [fail(error), ok(issue(60 * minute))]
  const credentials = createCredentials(
    async () => answers.shift()!,
    () => 0,
  )
  expect(await credentials.get()).toEqual(fail({ kind }))
  expect((await credentials.get()).ok).toBe(true)
})

test('a source that throws is no connection, not the end of a session', async () => {
  const credentials = createCredentials(
    () => Promise.reject(new Error('page gone')),
    () => 0,
  )
  expect(await credentials.get()).toEqual(fail({ kind: 'unreachable' }))
})

test('credentials of a session that ended meanwhile are not taken', async () => {
  let give: (value: Awaited<ReturnType<CredentialsSource>>) => void = () => undefined
  const credentials = createCredentials(
    () => new Promise((resolve) => (give = resolve)),
    () => 0,
  )
  const asked = credentials.get()
  credentials.forget()
  give(ok(issue(60 * minute)))
  expect(await asked).toEqual(fail({ kind: 'sign-in-needed' }))
})
