import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { authWorld } from './testing/account-world.ts'
import { email, input, password } from '../session/testing/coach.ts'
import { fault, providerOf } from '../session/providers/testing/fake-provider.ts'
import { createAuth } from './create-account.ts'
import type { FaultKind } from '../session/providers/provider.ts'

test('leaves the registration, event 2 and the consents in the outbox of the new customer', async () => {
  const { world, deps } = authWorld()
  expect(await createAuth(deps).signUp('pt-BR', input)).toEqual(ok({ next: 'verify' }))
  expect(world.captured).toEqual([
    {
      event: 'registered',
      payload: expect.objectContaining({ phone: '', partner: '-', country: 'BR', language: 'PT' }),
      customer: 'user-1',
    },
    { event: 'logged', payload: { event_id: 2, value: 'pt-BR' }, customer: 'user-1' },
    {
      event: 'fieldsSaved',
      payload: { fields: { legalAgeConsent: 'true', emailConsent: 'true' } },
      customer: 'user-1',
    },
  ])
})

test('a refused sign-up leaves nothing', async () => {
  const { world, deps } = authWorld({
    provider: providerOf({ signUp: async () => fail(fault('user-exists')) }),
  })
  const auth = createAuth(deps)
  expect(await auth.signUp('pt-BR', input)).toEqual(fail({ message: 'errorMessage.authEmail' }))
  expect(world.captured).toEqual([])
  expect(await auth.pendingVerification()).toBeUndefined()
})

test('the confirmation signs in with the password in memory', async () => {
  const { world, deps } = authWorld()
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  expect(JSON.stringify([...world.stored])).not.toContain(password)
  expect(await auth.confirm('pt-BR', email, '123456')).toEqual(ok('signed-in'))
  expect(auth.state().status).toBe('authenticated')
  expect(await auth.pendingVerification()).toBeUndefined()
})

test('after a reload the address is confirmed and the password is asked for', async () => {
  const { world, deps } = authWorld()
  await createAuth(deps).signUp('pt-BR', input)
  const reloaded = createAuth({ ...authWorld({ stored: world.stored }).deps })
  expect(await reloaded.pendingVerification()).toEqual({ email, locale: 'pt-BR' })
  expect(await reloaded.confirm('pt-BR', email, '123456')).toEqual(ok('confirmed'))
  expect(reloaded.state().status).not.toBe('authenticated')
})

test('the password in memory is not tried on another account', async () => {
  const { deps } = authWorld()
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  expect(await auth.confirm('pt-BR', 'bia@example.com', '123456')).toEqual(ok('confirmed'))
  expect(await auth.confirm('en-GB', email, '123456')).toEqual(ok('confirmed'))
})

test.each(['', '12345', '1234567'])('the code %j is refused without asking anybody', async (code) => {
  let asked = 0
  const confirm = async () => {
    asked += 1
    return ok(undefined)
  }
  const { deps } = authWorld({ provider: providerOf({ confirm }) })
  expect(await createAuth(deps).confirm('pt-BR', email, code)).toEqual(
    fail({ message: 'errorMessage.authCodeInsert' }),
  )
  expect(asked).toBe(0)
})

test('a verification is tried three times, 1.5 s apart, only where the fault can pass', async () => {
  const run = async (kind: FaultKind) => {
    let tries = 0
    const confirm = async () => {
      tries += 1
      return fail(fault(kind))
    }
    const { world, deps } = authWorld({ provider: providerOf({ confirm }) })
    await createAuth(deps).confirm('pt-BR', email, '123456')
    return { tries, sleeps: world.sleeps }
  }
  expect(await run('network')).toEqual({ tries: 3, sleeps: [1500, 1500] })
  expect(await run('code-wrong')).toEqual({ tries: 1, sleeps: [] })
})

test('a provider that cannot be downloaded is a lost network', async () => {
  const { deps } = authWorld()
  const missing = fail({ message: 'error.network' } as const)
  const auth = createAuth({ ...deps, providerFor: async () => missing })
  expect(await auth.signUp('en-US', input)).toEqual(missing)
})
