import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memoryText } from '../src/platform/storage/testing/memory-text.ts'
import { getFailure } from './testing/catalogue.ts'
import { answer, pending, reachCode } from './testing/challenges.ts'
import { signUp } from './testing/coaches.ts'
import { password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// A challenge, and other tabs or other coaches on the same phone.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

const over = { message: 'errorMessage.challengeOver', step: 'sign-in' }

test('is answered in two tabs: the second is told to start again, and the first stays signed in', async () => {
  const { device, tab, tabText, code, email } = await reachCode(services)
  // A browser copies `sessionStorage` into a duplicate of a tab.
  const copyText = memoryText()
  copyText.write(tabText.read())
  const copy = device.open(copyText)
  expect(await answer(tab, code)).toMatchObject({ ok: true })
  expect(getFailure(await answer(copy, code))).toEqual(over)
  expect(await pending(copy)).toBeUndefined()
  expect(copy.state()).toMatchObject({ status: 'authenticated', user: { email } })
  expect(await tab.check()).toMatchObject({ status: 'authenticated', user: { email } })
})

test.each([
  ['has followed', true],
  ['has slept through', false],
])(
  'ends in a tab that %s the sign-in and sign-out of another coach: nobody finds it afterwards',
  async (_tab, isAwake) => {
    const { device, tab, tabText, reload, code } = await reachCode(services)
    const other = await signUp(services, 'en-GB')
    const otherTab = device.open()
    const { userID } = unwrap(await otherTab.signIn('en-GB', other, password))
    if (isAwake) {
      await tab.check()
      await vi.waitUntil(() => tabText.read() === undefined)
    }
    await otherTab.signOut(userID)
    expect(await pending(tab)).toBeUndefined()
    expect(getFailure(await answer(tab, code))).toEqual(over)
    const { pending: readPending, endExpired } = await reload().loadChallenges()
    expect(readPending()).toBeUndefined()
    // Not with the email address, which is not theirs.
    expect(await endExpired()).toBeUndefined()
    expect(tabText.read()).toBeUndefined()
  },
)

test('a coach who signs in in another tab while an answer waits for its turn stays signed in', async () => {
  const { device, tab, code } = await reachCode(services)
  const other = await signUp(services, 'en-GB')
  const otherTab = device.open()
  const [signedIn, answered] = await Promise.all([
    otherTab.signIn('en-GB', other, password),
    answer(tab, code),
  ])
  expect(signedIn).toMatchObject({ ok: true, value: { email: other } })
  expect(getFailure(answered)).toEqual(over)
  expect(await otherTab.check()).toMatchObject({ status: 'authenticated', user: { email: other } })
})

test('ends when another sign-in starts', async () => {
  const { tab, tabText } = await reachCode(services)
  const other = await signUp(services, 'en-GB')
  expect(await tab.signIn('en-GB', other, password)).toMatchObject({ ok: true })
  expect(await pending(tab)).toBeUndefined()
  expect(tabText.read()).toBeUndefined()
})

test('is deleted in a tab that was asleep, as soon as one of its pages starts', async () => {
  const { device, tabText, reload } = await reachCode(services)
  const other = await signUp(services, 'en-GB')
  const otherTab = device.open()
  const { userID } = unwrap(await otherTab.signIn('en-GB', other, password))
  await otherTab.signOut(userID)
  expect(tabText.read()).toBeDefined()
  await reload().check()
  await expect.poll(() => tabText.read()).toBeUndefined()
})
