import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPersonServices, type PersonServices } from '../sandbox/testing/person-services.ts'
import type { CurrentUser } from '../src/session/current-user.ts'
import { localeCodes, locales, type LocaleCode } from '../src/config/locales.ts'
import type { Result } from '../src/lib/result.ts'
import { createPerson } from '../src/person/create-person.ts'
import type { Person } from '../src/person/person.ts'
import { createDevice, type Tab } from './testing/device.ts'
import { newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

/** s; short enough to wait for, long enough for a sign-in on a busy machine */
const lifetime = 4

let services: RunningServices
let stand: PersonServices
beforeAll(async () => {
  services = await startServices({ tokenLifetimes: { idSeconds: lifetime, accessSeconds: lifetime } })
  stand = connectPersonServices(services.sandbox)
})
afterAll(() => services.close())

const must = <T, E>(result: Result<T, E>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const getUser = (tab: Tab): CurrentUser => {
  const state = tab.state()
  if (state.status !== 'authenticated') throw new Error(`The coach is ${JSON.stringify(state)}.`)
  return state.user
}

/** The profile, connected to a session as in the app, without its copy on the device. */
const createTabPerson = (tab: Tab): Person =>
  createPerson(getUser(tab), {
    env: services.env,
    session: tab,
    account: tab,
    fetch: (url, init) => fetch(url, init),
    cache: { read: async () => undefined, write: async () => undefined, clear: async () => undefined },
    sleep: (ms) => wait(ms),
    log: { warn: () => undefined, error: () => undefined },
  })

const listConsents = async (email: string) =>
  (await stand.stored()).journal.filter(
    ({ call, body }) => call === 'consent' && JSON.stringify(body).includes(email),
  )

/** The messages for a wrong password differ, because the loyalty provider has one row for everything. */
const wrongPassword = (locale: LocaleCode) =>
  locales[locale].auth.kind === 'loyalty'
    ? 'errorMessage.authSignUpUserNotFound'
    : 'errorMessage.passwordIsWrong'

const joins = async (tab: Tab, locale: LocaleCode): Promise<string> => {
  const input = newcomer()
  const { next } = must(await tab.signUp(locale, input))
  expect(next).toBe(locales[locale].auth.kind === 'loyalty' ? 'signed-in' : 'verify')
  if (next === 'verify') {
    expect(must(await tab.confirm(locale, input.email, await services.codeFor(input.email)))).toBe(
      'signed-in',
    )
  }
  expect(getUser(tab)).toMatchObject({ email: input.email, locale, firstName: 'Ana' })
  return input.email
}

type Life = { device: ReturnType<typeof createDevice>; email: string; accessToken: string }
const lives = new Map<LocaleCode, Life>()
const lifeIn = (locale: LocaleCode): Life => {
  const life = lives.get(locale)
  if (!life) throw new Error(`Nobody joined in ${locale}.`)
  return life
}

// All coaches join first, so that their tokens expire together.
beforeAll(async () => {
  for (const locale of localeCodes) {
    const device = createDevice(services)
    const tab = device.open()
    const email = await joins(tab, locale)
    lives.set(locale, { device, email, accessToken: getUser(tab).accessToken })
  }
  await wait(lifetime * 1000 + 200)
})

test.each(localeCodes)(
  'a coach of %s stays signed in, resets and changes the password, edits the profile and deletes the account',
  async (locale) => {
    const { device, email, accessToken } = lifeIn(locale)
    const tab = device.open()
    expect((await tab.check()).status).toBe('authenticated')
    await expect.poll(() => getUser(tab).accessToken).not.toBe(accessToken)
    expect(await listConsents(email)).toHaveLength(locales[locale].consentService ? 1 : 0)

    await tab.signOut(getUser(tab).userID)
    must(await tab.forgotPassword(locale, email))
    const reset = { email, code: await services.codeFor(email), password: 'Novo-2026!' }
    must(await tab.submitNewPassword(locale, reset))
    expect(await tab.signIn(locale, email, password)).toMatchObject({
      error: { message: wrongPassword(locale) },
    })
    must(await tab.signIn(locale, email, reset.password))

    must(
      await tab.changePassword(getUser(tab).userID, {
        oldPassword: reset.password,
        newPassword: 'Mais-novo-2026!',
      }),
    )
    expect((await device.open().check()).status).toBe('authenticated')

    const person = createTabPerson(tab)
    await person.read('details')
    // The answers from the sign-up are present before anything was saved.
    const answers = locales[locale].auth.kind === 'loyalty' ? {} : { honorificPrefix: 'Ms', job: 'coach' }
    expect(person.snapshot().details).toMatchObject({
      kind: 'ready',
      value: { firstName: 'Ana', ...answers },
    })
    must(await person.saveDetails({ firstName: 'Bia', lastName: 'Nunes', ...answers }))
    expect(getUser(tab)).toMatchObject({ firstName: 'Bia', lastName: 'Nunes' })

    const reloaded = device.open()
    await reloaded.check()
    expect(getUser(reloaded)).toMatchObject({ firstName: 'Bia' })
    await reloaded.signOut(getUser(reloaded).userID)
    expect([...device.stored.keys()]).toEqual([])
    must(await reloaded.signIn(locale, email, 'Mais-novo-2026!'))
    expect(getUser(reloaded)).toMatchObject({ firstName: 'Bia', lastName: 'Nunes' })
  },
)
