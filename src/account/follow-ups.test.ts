import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { authWorld } from './testing/account-world.ts'
import { email, input, password } from '../session/testing/coach.ts'
import { owed } from './testing/pending-follow-ups.ts'
import { fault, providerOf } from '../session/providers/testing/fake-provider.ts'
import { createAuth } from './create-account.ts'
import type { AuthProvider } from '../session/providers/provider.ts'

const lost = () => fail({ kind: 'network' } as const)

test.each(['pt-BR', 'en-GB', 'en-AU', 'en-NZ', 'es-AR', 'es-MX'] as const)(
  'a sign-up in %s tells the consent service exactly what specification §3 lists',
  async (locale) => {
    const { world, deps } = authWorld()
    await createAuth(deps).signUp(locale, input)
    await expect.poll(() => owed(world)).toEqual(['profile'])
    expect(world.consents).toEqual([
      {
        consumerIdentity: { firstName: 'Ana', lastName: 'Silva', honorificPrefix: 'Ms' },
        contactDetail: { email },
        optInStatus: { legalAgeConsent: true, companyEmailConsent: true },
      },
    ])
  },
)

test('a consent that was not given is not in the payload, and further newsletters are', async () => {
  const { world, deps } = authWorld()
  const subscriptions = [{ serviceId: 'drills', optIn: true }]
  await createAuth(deps).signUp('pt-BR', { ...input, emailConsent: false, subscriptions })
  await expect.poll(() => owed(world)).toEqual(['profile'])
  expect(world.consents).toEqual([
    expect.objectContaining({
      optInStatus: { legalAgeConsent: true },
      additionalSubscription: subscriptions,
    }),
  ])
})

test.each(['en-US', 'es-US'] as const)('a sign-up in %s does not', async (locale) => {
  const { world, deps } = authWorld()
  await createAuth(deps).signUp(locale, input)
  expect(world.consents).toEqual([])
})

test('a consent that does not get through is sent at the next start, and again until it does', async () => {
  const { world, deps } = authWorld()
  world.consent = lost
  expect(await createAuth(deps).signUp('pt-BR', input)).toEqual(ok({ next: 'verify' }))
  await expect.poll(() => world.consents.length).toBe(1)
  expect(JSON.stringify([...world.stored])).not.toContain(password)
  await createAuth(deps).check()
  await expect.poll(() => world.consents.length).toBe(2)
  expect(owed(world)).toEqual(['profile', 'consent'])
  world.consent = () => ok({ consentId: '1', recordedAt: '2026-01-01T00:00:00.000Z' })
  await createAuth(deps).check()
  await expect.poll(() => owed(world)).toEqual(['profile'])
  await createAuth(deps).check()
  expect(world.consents).toHaveLength(3)
})

test('a consent that is owed is sent at the next sign-in too, and outlives a sign-out', async () => {
  const { world, deps } = authWorld()
  world.consent = lost
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  await auth.signIn('pt-BR', email, password)
  await expect.poll(() => owed(world)).toEqual(['consent'])
  await auth.signOut()
  expect(owed(world)).toEqual(['consent'])
  world.consent = () => ok({ consentId: '1', recordedAt: '2026-01-01T00:00:00.000Z' })
  await auth.signIn('pt-BR', email.toUpperCase(), password)
  await expect.poll(() => world.stored.has('signUps')).toBe(false)
})

test('a sign-up whose answer is lost is told at the first sign-in, once', async () => {
  let signUps = 0
  const signUp: AuthProvider['signUp'] = async () => {
    signUps += 1
    // The account was made; the second time the pool does not say whose it is.
    return signUps === 1 ? fail(fault('network')) : ok({ verified: false })
  }
  const { world, deps } = authWorld({ provider: providerOf({ signUp }) })
  const auth = createAuth(deps)
  expect((await auth.signUp('pt-BR', input)).ok).toBe(false)
  expect(world.consents).toEqual([])
  expect(await auth.signUp('pt-BR', { ...input, firstName: 'Anna' })).toEqual(ok({ next: 'verify' }))
  await expect.poll(() => world.consents).toMatchObject([{ consumerIdentity: { firstName: 'Anna' } }])
  expect(world.captured).toEqual([])
  await auth.confirm('pt-BR', email, '123456')
  expect(world.captured.map(({ event, customer }) => [event, customer])).toEqual([
    ['logged', 'user-1'],
    ['registered', 'user-1'],
    ['logged', 'user-1'],
    ['fieldsSaved', 'user-1'],
  ])
  await expect.poll(() => world.stored.has('signUps')).toBe(false)
})

test('what was told at a refused sign-up is forgotten', async () => {
  const signUp = async () => fail(fault('user-exists'))
  const { world, deps } = authWorld({ provider: providerOf({ signUp }) })
  await createAuth(deps).signUp('pt-BR', input)
  expect(world.stored.has('signUps')).toBe(false)
})

test('a refusal does not forget an earlier sign-up whose answer was lost', async () => {
  let signUps = 0
  const signUp = async () => fail(fault((signUps += 1) === 1 ? 'network' : 'user-exists'))
  const { world, deps } = authWorld({ provider: providerOf({ signUp }) })
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  await auth.signUp('pt-BR', input)
  await auth.signIn('pt-BR', email, password)
  expect(world.captured.map(({ event }) => event)).toContain('registered')
  await expect.poll(() => world.consents).toHaveLength(1)
})

test('stored sign-ups that cannot be read are none', async () => {
  const { world, deps } = authWorld({ stored: new Map<string, unknown>([['signUps', [{ told: 1 }]]]) })
  await createAuth(deps).check()
  await createAuth(deps).signUp('pt-BR', input)
  await expect.poll(() => world.consents).toHaveLength(1)
})

test.each([
  ['pt-BR', { legalAgeConsent: 'true', emailConsent: 'true' }],
  ['en-US', { emailConsent: 'true' }],
] as const)('in %s the product API keeps the consents that were asked for', async (locale, fields) => {
  const { world, deps } = authWorld()
  await createAuth(deps).signUp(locale, input)
  const kept = world.captured.filter(({ event }) => event === 'fieldsSaved')
  expect(kept.map(({ payload }) => payload)).toEqual([{ fields }])
})

test('a consent service that never answers holds nobody up', async () => {
  const { world, deps } = authWorld()
  const never = new Promise<never>(() => undefined)
  const auth = createAuth({ ...deps, consent: { call: () => never } })
  expect(await auth.signUp('pt-BR', input)).toEqual(ok({ next: 'verify' }))
  expect(await auth.confirm('pt-BR', email, '123456')).toEqual(ok('signed-in'))
  expect(world.stored.has('signUps')).toBe(true)
})

test('where the account is complete the coach is signed in straight away', async () => {
  const signUp: AuthProvider['signUp'] = async () => ok({ userID: 'user-1', verified: true })
  const { world, deps } = authWorld({ provider: providerOf({ signUp, verifiedBy: 'sign-up' }) })
  const auth = createAuth(deps)
  expect(await auth.signUp('en-US', input)).toEqual(ok({ next: 'signed-in' }))
  expect(auth.state().status).toBe('authenticated')
  expect(await auth.pendingVerification()).toBeUndefined()
  const ids = world.captured.flatMap(({ event, payload }) => (event === 'logged' ? [payload] : []))
  expect(ids).toEqual([
    { event_id: 2, value: 'en-US' },
    { event_id: 1, value: 'en-US' },
  ])
})

test('an account that is complete, but does not sign in, is signed in by hand', async () => {
  const provider = providerOf({
    verifiedBy: 'sign-up',
    signUp: async () => ok({ userID: 'user-1', verified: true }),
    signIn: async () => fail(fault('network')),
  })
  const { deps } = authWorld({ provider })
  expect(await createAuth(deps).signUp('es-US', input)).toEqual(ok({ next: 'sign-in' }))
})

test('an account that is not verified goes on by signing up where there are no codes', async () => {
  let sent = 0
  const provider = providerOf({
    verifiedBy: 'sign-up',
    signIn: async () => fail(fault('user-unconfirmed')),
    resendCode: async () => {
      sent += 1
      return ok(undefined)
    },
  })
  const { deps } = authWorld({ provider })
  const auth = createAuth(deps)
  expect(await auth.signIn('en-US', email, password)).toEqual(
    fail({ message: 'errorMessage.authEmailNotConfirmed', step: 'sign-up' }),
  )
  expect(sent).toBe(0)
  expect(await auth.pendingVerification()).toBeUndefined()
})
