import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOperator, readTotpCode } from '../sandbox/testing/connect-operator.ts'
import { parseUserAgent } from '../src/lib/text/user-agent.ts'
import { getFailure } from './testing/catalogue.ts'
import { createCoach } from './testing/coaches.ts'
import { createDevice, type Tab } from './testing/device.ts'
import { getCallName, withNetwork, type Network } from './testing/network-faults.ts'
import { password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// A coach with a second factor, at a pool that tracks devices and remembers those that their users choose.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
  await connectOperator(services.sandbox, 'GB').trackDevices(true)
})
afterAll(() => services.close())

type Device = ReturnType<typeof createDevice>

/** A coach who has just set up an authenticator app, on a device that is not part of the test. */
const createCoachWithApp = async () => {
  const { tab, email, userID } = await createCoach(services, 'en-GB')
  const { createKey, turnOn } = await tab.loadSecondFactor()
  const secret = unwrap(await createKey(userID, password))
  unwrap(await turnOn(userID, readTotpCode(services.sandbox, secret)))
  /** Each code counts once, so every sign-in is 30 s later. */
  const signInWithCode = async (on: Tab, rememberDevice: boolean) => {
    expect(getFailure(await on.signIn('en-GB', email, password))).toMatchObject({ step: 'challenge' })
    services.sandbox.advance(30_000)
    const { answer } = await on.loadChallenges()
    unwrap(await answer({ value: readTotpCode(services.sandbox, secret), rememberDevice }))
  }
  const list = async (on: Tab) => unwrap(await (await on.loadSecondFactor()).listDevices(userID))
  return { email, userID, signInWithCode, list }
}

/** The keys of a device's storage that say who was there. */
const listTraces = ({ stored }: Device, userID: string) =>
  [...stored.keys()].filter((key) => key.includes(userID))

test('a remembered device signs in without a code, also after a sign-out, until it is forgotten elsewhere', async () => {
  const { email, userID, signInWithCode, list } = await createCoachWithApp()
  const [phone, laptop] = [createDevice(services), createDevice(services)]
  const tab = phone.open()
  await signInWithCode(tab, true)
  const devices = await list(tab)
  expect(devices).toEqual([
    {
      id: expect.any(String),
      userAgent: expect.any(String),
      lastSignIn: expect.any(Number),
      isCurrent: true,
    },
  ])
  expect(parseUserAgent(devices[0]?.userAgent)).toHaveProperty('browser')
  await tab.signOut(userID)
  const reloaded = phone.open()
  unwrap(await reloaded.signIn('en-GB', email, password))
  expect(await reloaded.renew(userID)).toEqual({ ok: true, value: undefined })

  const elsewhere = laptop.open()
  await signInWithCode(elsewhere, false)
  expect(await list(elsewhere)).toEqual([expect.objectContaining({ isCurrent: false })])
  const { forgetDevices } = await elsewhere.loadSecondFactor()
  const ids = devices.map(({ id }) => id)
  unwrap(await forgetDevices(userID, ids))
  expect(await list(elsewhere)).toEqual([])
  // Another tab has forgotten it already.
  unwrap(await forgetDevices(userID, ids))
  await signInWithCode(reloaded, false)
  expect(await list(reloaded)).toEqual([])
  await reloaded.signOut(userID)
  expect(listTraces(phone, userID)).toEqual([])
})

test('lists every device of a coach, also the 61st, with a call for each 60', async () => {
  const { signInWithCode, list } = await createCoachWithApp()
  const tab = createDevice(services).open()
  await signInWithCode(tab, true)
  const calls: unknown[] = []
  /** A pool where the device of this coach is there 61 times. A page ends where the next token begins. */
  const withManyDevices: Network = (fetch) => async (input, init) => {
    if (getCallName(input, init) !== 'ListDevices') return fetch(input, init)
    const { AccessToken, Limit, PaginationToken } = JSON.parse(init?.body as string) as Record<string, string>
    calls.push({ Limit, PaginationToken })
    // The stand-in refuses a limit that a pool would refuse.
    const page = await fetch(input, { ...init, body: JSON.stringify({ AccessToken, Limit }) })
    const { Devices } = (await page.json()) as { Devices: object[] }
    const all = Array.from({ length: 61 }, (_, at) => ({ ...Devices[0], DeviceKey: `device-${at}` }))
    const [start, end] = [Number(PaginationToken ?? 0), Number(PaginationToken ?? 0) + Number(Limit)]
    return Response.json({
      Devices: all.slice(start, end),
      ...(end < all.length && { PaginationToken: String(end) }),
    })
  }
  const devices = await withNetwork(withManyDevices, () => list(tab))
  expect(devices.map(({ id }) => id)).toEqual(Array.from({ length: 61 }, (_, at) => `device-${at}`))
  expect(calls).toEqual([{ Limit: 60 }, { Limit: 60, PaginationToken: '60' }])
})

test('a device that asks for a code again at the next sign-in stays signed in until then', async () => {
  const { userID, signInWithCode, list } = await createCoachWithApp()
  const phone = createDevice(services)
  const tab = phone.open()
  await signInWithCode(tab, true)
  const { forgetDevices } = await tab.loadSecondFactor()
  const devices = await list(tab)
  unwrap(
    await forgetDevices(
      userID,
      devices.map(({ id }) => id),
    ),
  )
  expect(await list(tab)).toEqual([])
  // The pool refreshes tokens only with the key of their device.
  expect(listTraces(phone, userID)).toContainEqual(expect.stringMatching(/\.deviceKey$/))
  phone.advance(2 * 3_600_000)
  expect(await phone.open().renew(userID)).toEqual({ ok: true, value: undefined })
  await tab.signOut(userID)
  expect(listTraces(phone, userID)).toEqual([])
  await signInWithCode(tab, false)
})

test('a note that cannot be written does not break the sign-in', async () => {
  const { email, userID, signInWithCode, list } = await createCoachWithApp()
  const phone = createDevice(services, { refuses: (key) => key.endsWith('.rememberedDevice') })
  const tab = phone.open()
  await signInWithCode(tab, true)
  expect(await list(tab)).toHaveLength(1)
  await tab.signOut(userID)
  expect(getFailure(await tab.signIn('en-GB', email, password))).toMatchObject({ step: 'challenge' })
})

test('a deleted account leaves nothing of its remembered device behind', async () => {
  const { userID, signInWithCode } = await createCoachWithApp()
  const phone = createDevice(services)
  const tab = phone.open()
  await signInWithCode(tab, true)
  unwrap(await tab.deleteAccount(userID, password))
  expect(listTraces(phone, userID)).toEqual([])
})

test('a device that nobody wants to be remembered leaves nothing behind at a sign-out', async () => {
  const { userID, signInWithCode } = await createCoachWithApp()
  const phone = createDevice(services)
  const tab = phone.open()
  await signInWithCode(tab, false)
  expect([...phone.stored.keys()].some((key) => key.endsWith('.deviceKey'))).toBe(true)
  await tab.signOut(userID)
  expect(listTraces(phone, userID)).toEqual([])
})

test('a pool that tracks no devices signs in as before, and has no list', async () => {
  const operator = connectOperator(services.sandbox, 'GB')
  await operator.trackDevices(false)
  try {
    const { userID, signInWithCode } = await createCoachWithApp()
    const tab = createDevice(services).open()
    await signInWithCode(tab, true)
    const { listDevices } = await tab.loadSecondFactor()
    expect(getFailure(await listDevices(userID))).toEqual({ message: 'secondFactor.notOffered' })
  } finally {
    await operator.trackDevices(true)
  }
})
