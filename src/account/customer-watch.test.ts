import { expect, test } from 'vitest'
import { createDeferred } from '../lib/async/deferred.ts'
import { fail, ok } from '../lib/result.ts'
import { fault, createProvider } from '../session/providers/testing/fake-provider.ts'
import { email, hour, password, sessionUntil, userIn } from '../session/testing/coach.ts'
import { memoryTabs } from '../session/testing/memory-browser.ts'
import { accountWorld } from './testing/account-world.ts'

const ben = { ...sessionUntil(hour, 'access-2'), userID: 'user-2', email: 'ben@example.com' }
const signInAs = (person: typeof ben) => createProvider({ signIn: async () => ok(person) })

/** Two tabs of one browser. Ana is at the first one, whose messages about other customers are counted. */
const twoTabs = async (anas = createProvider(), bens = signInAs(ben)) => {
  const stored = new Map<string, unknown>()
  const join = memoryTabs()
  const turn = createDeferred<void>()
  const ana = accountWorld({ stored, tabs: join(), provider: anas }).openTab({
    // The last step of Ana's sign-in, before her tab shows her.
    outbox: {
      add: async () => {
        await turn.promise
        return ok(undefined)
      },
    },
  })
  const other = accountWorld({ stored, tabs: join(), provider: bens }).openTab()
  await Promise.all([ana.check(), other.check()])
  const seen: (string | undefined)[] = []
  ana.onOtherCustomer(() => void seen.push(ana.customer()))
  return { ana, other, seen, stored, continueSignIn: () => turn.resolve() }
}
const isShown = async (tab: { customer: () => string | undefined }, customer: string) => {
  await expect.poll(tab.customer).toBe(customer)
}

test('reports another customer who took the browser while this tab signed in', async () => {
  const { ana, other, seen, stored, continueSignIn } = await twoTabs()
  const signIn = ana.signIn('pt-BR', email, password)
  await expect.poll(() => stored.has('currentUser')).toBe(true)
  await other.signIn('pt-BR', ben.email, password)
  await isShown(ana, 'user-2')
  continueSignIn()
  expect((await signIn).ok).toBe(false)
  expect(seen).toEqual(['user-2'])
  expect(userIn(stored).userID).toBe('user-2')
})

test('reports another customer after a sign-in that was lost to a sign-out', async () => {
  const { ana, other, seen, stored, continueSignIn } = await twoTabs()
  const signIn = ana.signIn('pt-BR', email, password)
  await expect.poll(() => stored.has('currentUser')).toBe(true)
  await other.check()
  await other.signOut('user-1')
  continueSignIn()
  expect(await signIn).toEqual(fail({ message: 'error.signInNeeded' }))
  await other.signIn('pt-BR', ben.email, password)
  await isShown(ana, 'user-2')
  expect(seen).toEqual(['user-2'])
})

test('does not report the own sign-in after that of another customer', async () => {
  const { ana, other, seen, continueSignIn } = await twoTabs()
  continueSignIn()
  const first = other.signIn('pt-BR', ben.email, password)
  await ana.signIn('pt-BR', email, password)
  await first
  await isShown(ana, 'user-1')
  expect(seen).not.toContain('user-1')
})

test('does not report the same customer, whose address was typed in capitals', async () => {
  const { ana, other, seen, stored, continueSignIn } = await twoTabs(createProvider(), createProvider())
  const signIn = ana.signIn('pt-BR', email.toUpperCase(), password)
  await expect.poll(() => stored.has('currentUser')).toBe(true)
  await other.signIn('pt-BR', email, password)
  await isShown(ana, 'user-1')
  continueSignIn()
  await signIn
  expect(seen).toEqual([])
})

test('reports no customer of another tab when nothing was typed here', async () => {
  const { ana, other, seen } = await twoTabs()
  await other.signIn('pt-BR', ben.email, password)
  await isShown(ana, 'user-2')
  expect(seen).toEqual([])
})

test('does not report a customer after a refused sign-in, whose address may be a typing error', async () => {
  const refused = createProvider({ signIn: async () => fail(fault('user-unknown')) })
  const { ana, other, seen } = await twoTabs(refused)
  await ana.signIn('pt-BR', 'an@example.com', password)
  await other.signIn('pt-BR', ben.email, password)
  await isShown(ana, 'user-2')
  expect(seen).toEqual([])
})

test('reports that a tab went straight from one customer to another', async () => {
  const { ana, other, seen, stored, continueSignIn } = await twoTabs()
  continueSignIn()
  await ana.signIn('pt-BR', email, password)
  expect(seen).toEqual([])
  // The tab misses the sign-out between the two, as a frozen tab does.
  stored.set('currentUser', { ...userIn(stored), userID: 'user-2', email: ben.email })
  await other.check()
  await ana.check()
  expect(seen).toEqual(['user-2'])
})
