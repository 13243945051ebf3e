import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import type { AccountDeps } from './account.ts'
import { accountWorld } from './testing/account-world.ts'
import { email, password } from '../session/testing/coach.ts'
import { input } from './testing/sign-up-input.ts'
import { fault, createProvider } from '../session/providers/testing/fake-provider.ts'
import type { AuthProvider } from '../session/providers/provider.ts'

const lost = () => fail({ kind: 'network' } as const)

test.each(['pt-BR', 'en-GB', 'en-AU', 'en-NZ', 'es-AR', 'es-MX'] as const)(
  'a sign-up in %s sends the consent service exactly what specification §3 lists',
  async (locale) => {
    const { world, openTab } = accountWorld()
    await openTab().signUp(locale, input)
    await expect.poll(() => world.followUps()).toEqual(['profile'])
    expect(world.consents).toEqual([
      {
        consumerIdentity: { firstName: 'Ana', lastName: 'Silva', honorificPrefix: 'Ms' },
        contactDetail: { email },
        optInStatus: { legalAgeConsent: true, companyEmailConsent: true },
      },
    ])
  },
)

test('omits a consent that was not given from the payload, and includes further newsletters', async () => {
  const { world, openTab } = accountWorld()
  const subscriptions = [{ serviceId: 'drills', optIn: true }]
  await openTab().signUp('pt-BR', { ...input, emailConsent: false, subscriptions })
  await expect.poll(() => world.followUps()).toEqual(['profile'])
  expect(world.consents).toEqual([
    expect.objectContaining({
      optInStatus: { legalAgeConsent: true },
      additionalSubscription: subscriptions,
    }),
  ])
})

test.each(['en-US', 'es-US'] as const)('a sign-up in %s sends no consents', async (locale) => {
  const { world, openTab } = accountWorld()
  await openTab().signUp(locale, input)
  expect(world.consents).toEqual([])
})

test('retries a failed consent at each start until it succeeds', async () => {
  const { world, openTab } = accountWorld()
  world.consent = lost
  expect(await openTab().signUp('pt-BR', input)).toEqual(ok({ next: 'verify' }))
  await expect.poll(() => world.consents.length).toBe(1)
  expect(JSON.stringify([...world.stored])).not.toContain(password)
  await openTab().check()
  await expect.poll(() => world.consents.length).toBe(2)
  expect(world.followUps()).toEqual(['profile', 'consent'])
  world.consent = () => ok({ consentId: '1', recordedAt: '2026-01-01T00:00:00.000Z' })
  await openTab().check()
  await expect.poll(() => world.followUps()).toEqual(['profile'])
  await openTab().check()
  expect(world.consents).toHaveLength(3)
})

test('sends an unsent consent at the next sign-in too, even after a sign-out', async () => {
  const { world, openTab } = accountWorld()
  world.consent = lost
  const tab = openTab()
  await tab.signUp('pt-BR', input)
  await tab.signIn('pt-BR', email, password)
  await expect.poll(() => world.followUps()).toEqual(['consent'])
  await tab.signOut('user-1')
  expect(world.followUps()).toEqual(['consent'])
  world.consent = () => ok({ consentId: '1', recordedAt: '2026-01-01T00:00:00.000Z' })
  await tab.signIn('pt-BR', email.toUpperCase(), password)
  await expect.poll(() => world.stored.has('signUps')).toBe(false)
})

test('reports a sign-up with a lost response once, at the first sign-in', async () => {
  let signUps = 0
  const signUp: AuthProvider['signUp'] = async () => {
    signUps += 1
    // The first attempt creates the account. On the second, the pool does not return the account's id.
    return signUps === 1 ? fail(fault('network')) : ok({ verified: false })
  }
  const { world, openTab } = accountWorld({ provider: createProvider({ signUp }) })
  const tab = openTab()
  expect((await tab.signUp('pt-BR', input)).ok).toBe(false)
  expect(world.consents).toEqual([])
  expect(await tab.signUp('pt-BR', { ...input, firstName: 'Anna' })).toEqual(ok({ next: 'verify' }))
  await expect.poll(() => world.consents).toMatchObject([{ consumerIdentity: { firstName: 'Anna' } }])
  expect(world.captured).toEqual([])
  await tab.confirm('pt-BR', email, '123456')
  expect(world.captured.map(({ event, customer }) => [event, customer])).toEqual([
    ['event.logged.v1', 'user-1'],
    ['customer.registered.v1', 'user-1'],
    ['fields.saved.v1', 'user-1'],
    ['event.logged.v1', 'user-1'],
  ])
  await expect.poll(() => world.stored.has('signUps')).toBe(false)
})

test('deletes what was entered at a refused sign-up', async () => {
  const signUp = async () => fail(fault('user-exists'))
  const { world, openTab } = accountWorld({ provider: createProvider({ signUp }) })
  await openTab().signUp('pt-BR', input)
  expect(world.stored.has('signUps')).toBe(false)
})

test.each(['network', 'no-response', 'service', 'code-not-sent', 'daily-email-limit'] as const)(
  'a refusal does not delete an earlier sign-up that may have succeeded: %s',
  async (kind) => {
    let signUps = 0
    const signUp = async () => fail(fault((signUps += 1) === 1 ? kind : 'user-exists'))
    const { world, openTab } = accountWorld({ provider: createProvider({ signUp }) })
    const tab = openTab()
    await tab.signUp('pt-BR', input)
    await tab.signUp('pt-BR', input)
    await tab.signIn('pt-BR', email, password)
    expect(world.captured.map(({ event }) => event)).toContain('customer.registered.v1')
    await expect.poll(() => world.consents).toHaveLength(1)
  },
)

test('ignores stored sign-ups that cannot be read', async () => {
  const { world, openTab } = accountWorld({ stored: new Map<string, unknown>([['signUps', [{ told: 1 }]]]) })
  await openTab().check()
  await openTab().signUp('pt-BR', input)
  await expect.poll(() => world.consents).toHaveLength(1)
})

test.each([
  ['pt-BR', { legalAgeConsent: 'true', emailConsent: 'true' }],
  ['en-US', { emailConsent: 'true' }],
] as const)('in %s sends the requested consents to the product API', async (locale, fields) => {
  const { world, openTab } = accountWorld()
  await openTab().signUp(locale, input)
  const kept = world.captured.filter(({ event }) => event === 'fields.saved.v1')
  expect(kept.map(({ payload }) => payload)).toEqual([{ fields }])
})

test('does not wait for a consent service that never responds', async () => {
  const { world, openTab } = accountWorld()
  const never = new Promise<never>(() => undefined)
  const tab = openTab({ consent: { call: () => never } })
  expect(await tab.signUp('pt-BR', input)).toEqual(ok({ next: 'verify' }))
  expect(await tab.confirm('pt-BR', email, '123456')).toEqual(ok('signed-in'))
  expect(world.stored.has('signUps')).toBe(true)
})

test('signs the coach in straight away when the account is complete', async () => {
  const signUp: AuthProvider['signUp'] = async () => ok({ userID: 'user-1', verified: true })
  const { world, openTab } = accountWorld({ provider: createProvider({ signUp, verifiedBy: 'sign-up' }) })
  const tab = openTab()
  expect(await tab.signUp('en-US', input)).toEqual(ok({ next: 'signed-in' }))
  expect(tab.state().status).toBe('authenticated')
  expect(await tab.pendingVerification()).toBeUndefined()
  const ids = world.captured.flatMap(({ event, payload }) => (event === 'event.logged.v1' ? [payload] : []))
  expect(ids).toEqual([
    { event_id: 2, value: 'en-US' },
    { event_id: 1, value: 'en-US' },
  ])
})

test('asks the coach to sign in when a complete account does not sign in by itself', async () => {
  const provider = createProvider({
    verifiedBy: 'sign-up',
    signUp: async () => ok({ userID: 'user-1', verified: true }),
    signIn: async () => fail(fault('network')),
  })
  const { openTab } = accountWorld({ provider })
  expect(await openTab().signUp('es-US', input)).toEqual(ok({ next: 'sign-in' }))
})

test('an unverified account continues by signing up where there are no codes', async () => {
  let sent = 0
  const provider = createProvider({
    verifiedBy: 'sign-up',
    signIn: async () => fail(fault('user-unconfirmed')),
    resendCode: async () => {
      sent += 1
      return ok(undefined)
    },
  })
  const { openTab } = accountWorld({ provider })
  const tab = openTab()
  expect(await tab.signIn('en-US', email, password)).toEqual(
    fail({ message: 'errorMessage.authEmailNotConfirmed', step: 'sign-up' }),
  )
  expect(sent).toBe(0)
  expect(await tab.pendingVerification()).toBeUndefined()
})

const signInEvent = { event: 'event.logged.v1', payload: { event_id: 1 } }
const registered = { event: 'customer.registered.v1' }
const rest = [{ event: 'fields.saved.v1' }, { event: 'event.logged.v1', payload: { event_id: 2 } }]

test.each([
  ['customer.registered.v1', [signInEvent]],
  ['fields.saved.v1', [signInEvent, registered]],
])('stores at the next start what a full phone, %s, could not store of a sign-up', async (left, before) => {
  const signUp: AuthProvider['signUp'] = async () => ok({ verified: false })
  const { world, openTab } = accountWorld({ provider: createProvider({ signUp }) })
  let isFull = true
  const add: AccountDeps['outbox']['add'] = async (event, payload, { customer }) => {
    if (isFull && event === left) return fail({ code: 'storage-full' })
    world.captured.push({ event, payload, customer })
    return ok(undefined)
  }
  const tab = openTab({ outbox: { add } })
  await tab.signUp('pt-BR', input)
  expect(await tab.confirm('pt-BR', email, '123456')).toEqual(ok('signed-in'))
  expect(world.captured).toMatchObject(before)
  expect(world.followUps()).toContain('events')
  isFull = false
  await openTab({ outbox: { add } }).check()
  await expect.poll(() => world.followUps()).toEqual([])
  expect(world.captured).toMatchObject([...before, registered, ...rest])
})

test('stops retrying a part of a sign-up that no phone can store', async () => {
  const { world, openTab } = accountWorld()
  const add = async () => fail({ code: 'invalid-payload' })
  const tab = openTab({ outbox: { add } })
  await tab.signUp('pt-BR', input)
  await tab.confirm('pt-BR', email, '123456')
  await expect.poll(() => world.followUps()).toEqual([])
})
