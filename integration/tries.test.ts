import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, type Tab } from './testing/device.ts'
import { newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { faults, getCallName, reasons, withNetwork, type FaultName } from './testing/network-faults.ts'

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

/** Runs work while one call fails, and counts the tries of this call. */
const tries = async (call: string, fault: FaultName, work: () => Promise<unknown>) => {
  let count = 0
  const outcome = await withNetwork(
    (fetch) => (input, init) => {
      if (getCallName(input, init) !== call) return fetch(input, init)
      count += 1
      return faults[fault](fetch, input, init)
    },
    work,
  )
  return { count, outcome }
}

type Work = (tab: Tab, email: string) => Promise<unknown>
const signIn: Work = (tab, email) => tab.signIn('pt-BR', email, password)
const confirm: Work = async (tab, email) => tab.confirm('pt-BR', email, await services.codeFor(email))
const deletion: Work = (tab) => tab.deleteAccount(tab.customer() ?? '', password)

const verified = async (tab: Tab) => {
  const { email } = await unverified(tab)
  await confirm(tab, email)
  return { email }
}
const unverified = async (tab: Tab) => {
  const input = newcomer()
  await tab.signUp('pt-BR', input)
  return input
}

describe.each(['fails with 500', 'is cut'] as const)('a call that %s', (fault) => {
  test.each([
    ['ConfirmSignUp', unverified, confirm],
    ['InitiateAuth', verified, signIn],
    ['RespondToAuthChallenge', verified, signIn],
  ] as const)('is made three times in all, and reports why it failed: %s', async (call, register, work) => {
    const tab = createDevice(services).open()
    const { email } = await register(tab)
    const { count, outcome } = await tries(call, fault, () => work(tab, email))
    expect(count).toBe(3)
    expect(outcome).toMatchObject({ ok: false, error: { reason: reasons[fault] } })
    expect(await work(tab, email)).toMatchObject({ ok: true })
  })
})

test('tries the deletion of a sign-in three times in all', async () => {
  const tab = createDevice(services).open()
  const { email } = await verified(tab)
  const { count, outcome } = await tries('DeleteUser', 'fails with 500', () => deletion(tab, email))
  expect(count).toBe(3)
  expect(outcome).toMatchObject({ ok: true, value: { signIn: 'failed' } })
})
