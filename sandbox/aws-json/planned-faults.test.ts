import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from 'aws-amplify/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAws, formatUserPoolTarget } from '../testing/call-aws.ts'
import { getUserPool } from '../shared/settings.ts'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())

const clientId = getUserPool('BR').clientId
const call = (target: string, body: object | string) => callAws(sandbox.addresses().userPool, target, body)
const credentials = { username: 'coach.br@example.com', password: 'Barriers-2026!' }

describe('planned failures', () => {
  const order = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.addresses().userPool}/_control/fail-next`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })

  test('affect the next call of their target only', async () => {
    await connectAmplify(sandbox, 'BR')
    await order({ target: 'InitiateAuth', type: 'UserNotFoundException', message: 'Gone for a moment.' })
    await expect(signIn(credentials)).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'Gone for a moment.',
    })
    await expect(signIn(credentials)).resolves.toMatchObject({ isSignedIn: true })
  })

  test('that are temporary are overcome by Amplify’s own retries', async () => {
    await connectAmplify(sandbox, 'BR')
    await order({ target: 'InitiateAuth', type: 'InternalErrorException', status: 500, times: 2 })
    await expect(signIn(credentials)).resolves.toMatchObject({ isSignedIn: true })
  })

  test('may only delay a call', async () => {
    await order({ target: 'ForgotPassword', delayMs: 300 })
    const reset = call(formatUserPoolTarget('ForgotPassword'), {
      ClientId: clientId,
      Username: 'nobody@example.com',
    })
    // Both timers run in this process, so the shorter one always ends first, however busy the machine is.
    expect(await Promise.race([reset, sleep(50, 'still waiting')])).toBe('still waiting')
    expect((await reset).body).toMatchObject({ __type: 'UserNotFoundException' })
  })

  test('cannot be planned by a page in a browser', async () => {
    const failure = { target: 'GetUser', type: 'InternalErrorException', status: 500 }
    expect((await order(failure, { Origin: 'http://localhost:4000' })).status).toBe(403)
    const response = await call(formatUserPoolTarget('GetUser'), { AccessToken: 'a.b.c' })
    expect(response.body).toMatchObject({ __type: 'NotAuthorizedException' })
  })

  test('can be removed, and malformed plans are refused', async () => {
    await order({ target: 'GetUser', type: 'InternalErrorException', times: 5 })
    await fetch(`${sandbox.addresses().userPool}/_control/fail-next`, { method: 'DELETE' })
    const response = await call(formatUserPoolTarget('GetUser'), { AccessToken: 'a.b.c' })
    expect(response.body).toMatchObject({ __type: 'NotAuthorizedException' })
    expect((await order({ target: 'GetUser', status: 200 })).status).toBe(400)
    expect((await order({ target: 'GetUser', times: 1e9 })).status).toBe(400)
  })

  test('can come with a request, for that request only, but not with one of a page', async () => {
    const ask = async (headers: Record<string, string>) => {
      const target = formatUserPoolTarget('GetUser')
      const { body } = await callAws(sandbox.addresses().userPool, target, { AccessToken: 'a.b.c' }, headers)
      return body
    }
    const fault = { 'x-fail': JSON.stringify({ target: 'GetUser', type: 'TooManyRequestsException' }) }
    const usual = { __type: 'NotAuthorizedException' }
    expect(await ask({})).toMatchObject(usual)
    expect(await ask(fault)).toMatchObject({ __type: 'TooManyRequestsException' })
    expect(await ask({})).toMatchObject(usual)
    expect(await ask({ ...fault, origin: 'http://localhost:8080' })).toMatchObject(usual)
  })
})
