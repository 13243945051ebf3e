import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { accountWorld } from './testing/account-world.ts'
import { email, password } from '../session/testing/coach.ts'
import { input } from './testing/sign-up-input.ts'
import { fault, createProvider } from '../session/providers/testing/fake-provider.ts'
import type { ProviderFailureKind } from '../session/providers/provider.ts'

test('leaves the registration, event 2 and the consents in the outbox of the new customer', async () => {
  const { world, openTab } = accountWorld()
  expect(await openTab().signUp('pt-BR', input)).toEqual(ok({ next: 'verify' }))
  expect(world.captured).toEqual([
    {
      event: 'customer.registered.v1',
      payload: expect.objectContaining({ phone: '', partner: '-', country: 'BR', language: 'PT' }),
      customer: 'user-1',
    },
    {
      event: 'fields.saved.v1',
      payload: { fields: { legalAgeConsent: 'true', emailConsent: 'true' } },
      customer: 'user-1',
    },
    { event: 'event.logged.v1', payload: { event_id: 2, value: 'pt-BR' }, customer: 'user-1' },
  ])
})

test('stores nothing after a refused sign-up', async () => {
  const { world, openTab } = accountWorld({
    provider: createProvider({ signUp: async () => fail(fault('user-exists')) }),
  })
  const tab = openTab()
  expect(await tab.signUp('pt-BR', input)).toEqual(
    fail({ message: 'errorMessage.authEmail', step: 'sign-in-or-reset' }),
  )
  expect(world.captured).toEqual([])
  expect(await tab.pendingVerification()).toBeUndefined()
})

test('the confirmation signs in with the password in memory', async () => {
  const { world, openTab } = accountWorld()
  const tab = openTab()
  await tab.signUp('pt-BR', input)
  expect(JSON.stringify([...world.stored])).not.toContain(password)
  expect(await tab.confirm('pt-BR', email, '123456')).toEqual(ok('signed-in'))
  expect(tab.state().status).toBe('authenticated')
  expect(await tab.pendingVerification()).toBeUndefined()
})

test('confirms the address after a reload, then asks for the password', async () => {
  const { world, openTab } = accountWorld()
  await openTab().signUp('pt-BR', input)
  const reloaded = accountWorld({ stored: world.stored }).openTab()
  expect(await reloaded.pendingVerification()).toMatchObject({ email, locale: 'pt-BR' })
  expect(await reloaded.confirm('pt-BR', email, '123456')).toEqual(ok('confirmed'))
  expect(reloaded.state().status).not.toBe('authenticated')
})

test('remembers across a reload when the last code was sent', async () => {
  const { world, openTab } = accountWorld()
  let time = 1000
  const tab = openTab({ now: () => time })
  await tab.signUp('pt-BR', input)
  expect((await tab.pendingVerification())?.sentAt).toBe(1000)
  time = 2000
  await tab.resendCode('pt-BR', 'bia@example.com')
  expect((await tab.pendingVerification())?.sentAt).toBe(1000)
  await tab.resendCode('pt-BR', email)
  const reloaded = accountWorld({ stored: world.stored }).openTab()
  expect((await reloaded.pendingVerification())?.sentAt).toBe(2000)
})

test('does not try the password in memory on another account', async () => {
  const { openTab } = accountWorld()
  const tab = openTab()
  await tab.signUp('pt-BR', input)
  expect(await tab.confirm('pt-BR', 'bia@example.com', '123456')).toEqual(ok('confirmed'))
  expect(await tab.confirm('en-GB', email, '123456')).toEqual(ok('confirmed'))
})

test.each(['', '12345', '1234567'])('refuses the code %j without a request', async (code) => {
  let asked = 0
  const confirm = async () => {
    asked += 1
    return ok(undefined)
  }
  const { openTab } = accountWorld({ provider: createProvider({ confirm }) })
  expect(await openTab().confirm('pt-BR', email, code)).toEqual(
    fail({ message: 'errorMessage.authCodeInsert' }),
  )
  expect(asked).toBe(0)
})

test('tries a verification three times, 1.5 s apart, only on a temporary fault', async () => {
  const run = async (kind: ProviderFailureKind) => {
    let tries = 0
    const confirm = async () => {
      tries += 1
      return fail(fault(kind))
    }
    const { world, openTab } = accountWorld({ provider: createProvider({ confirm }) })
    await openTab().confirm('pt-BR', email, '123456')
    return { tries, sleeps: world.sleeps }
  }
  expect(await run('network')).toEqual({ tries: 3, sleeps: [1500, 1500] })
  expect(await run('code-wrong')).toEqual({ tries: 1, sleeps: [] })
})

test('treats a provider that cannot be downloaded as a lost network', async () => {
  const { openTab } = accountWorld()
  const missing = fail({ message: 'error.network' } as const)
  const tab = openTab({ loadProvider: async () => missing })
  expect(await tab.signUp('en-US', input)).toEqual(missing)
})
