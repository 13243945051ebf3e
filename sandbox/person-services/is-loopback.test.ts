import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'
import { isLoopback } from './is-loopback.ts'

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

test.skipIf(outside === undefined)('inspection and control are not for the network', async () => {
  const { port } = new URL(sandbox.addresses().personServices)
  const at = (path: string) => fetch(`http://${outside}:${port}${path}`)
  expect((await at('/_stored')).status).toBe(403)
  expect((await at('/_control/fail-next')).status).toBe(403)
  expect((await at('/loyalty/profile/details')).status).toBe(401)
})
