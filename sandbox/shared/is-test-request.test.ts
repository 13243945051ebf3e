import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'
import { isLoopback } from './is-test-request.ts'

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.127', false],
  ['1.127.0.1', false],
  ['::11', false],
  [undefined, false],
])('%s is this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ host: '0.0.0.0' })
})
afterAll(() => sandbox.remove())

test.skipIf(outside === undefined)('refuses inspection and control from the network', async () => {
  const at = async (address: string, path: string, init: RequestInit = {}) => {
    const { port } = new URL(address)
    return (await fetch(`http://${outside}:${port}${path}`, init)).status
  }
  const { personServices, userPool } = sandbox.addresses()
  expect(await at(personServices, '/_stored')).toBe(403)
  expect(await at(personServices, '/_control/fail-next')).toBe(403)
  expect(await at(personServices, '/loyalty/profile/details')).toBe(401)
  const order = { method: 'POST', body: '{"target":"GetUser","type":"InternalErrorException"}' }
  expect(await at(userPool, '/_control/fail-next', order)).toBe(403)
  expect(await at(userPool, '/_control/fail-next', { method: 'DELETE' })).toBe(403)
  expect(await at(userPool, '/', { method: 'POST' })).toBe(400)
})
