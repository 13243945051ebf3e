import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectPersonServices, unwrap, type PersonServices } from '../sandbox/testing/person-services.ts'
import { toAuthFailure } from '../src/session/auth-failure.ts'
import type { CurrentUser } from '../src/session/current-user.ts'
import { localeCodes, locales, type LocaleCode } from '../src/config/locales.ts'
import { surveyQuestions } from '../src/config/survey-profile.ts'
import { fail, ok } from '../src/lib/result.ts'
import { createPerson } from '../src/person/create-person.ts'
import type { Details } from '../src/person/person.ts'
import { createProviders } from './testing/providers.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

let services: RunningServices
let stand: PersonServices
beforeAll(async () => {
  services = await startServices()
  stand = connectPersonServices(services.sandbox)
})
afterEach(() => stand.forgetFailures())
afterAll(() => services.close())

const password = 'Barriers-2026!'
const getEmail = (locale: LocaleCode): string =>
  locale === 'es-US' ? 'coach.us.es@example.com' : `coach.${locale.slice(-2).toLowerCase()}@example.com`

/** A different host for each market, as in production. */
const hosts = { US: 'https://us.example', EU: 'https://eu.example', SG: 'https://sg.example' }

/** Host and header of each locale, from specification §7 and §9. */
const markets: Record<LocaleCode, { host: keyof typeof hosts; header: Record<string, string> }> = {
  'pt-BR': {
    host: 'US',
    header: { isoLanguage: 'pt', isoCountry: 'BR', campaignId: 'PN001766', brandCode: 'BH0413' },
  },
  'en-GB': {
    host: 'EU',
    header: { isoLanguage: 'en', isoCountry: 'GB', campaignId: 'PN003059', brandCode: 'BH0978' },
  },
  'en-US': { host: 'US', header: { isoLanguage: 'en', isoCountry: 'US' } },
  'en-AU': { host: 'SG', header: { isoLanguage: 'en', isoCountry: 'AU', campaignId: 'PN004887' } },
  'en-NZ': { host: 'SG', header: { isoLanguage: 'en', isoCountry: 'NZ', campaignId: 'PN004889' } },
  'es-AR': { host: 'US', header: { isoLanguage: 'es', isoCountry: 'AR', campaignId: 'PN003057' } },
  'es-MX': { host: 'US', header: { isoLanguage: 'es', isoCountry: 'MX', campaignId: 'PN003058' } },
  'es-US': { host: 'US', header: { isoLanguage: 'es', isoCountry: 'US' } },
}
const usualHeader = { formType: 'signUp', entity: 'PRM2.6', origin: 'Website' }

/** The demo coach of a locale, signed in, with the profile and a record of its requests. */
const signedIn = async (locale: LocaleCode) => {
  const account = createProviders(services, locales[locale].auth).on('phone')
  const session = unwrap(await account.signIn(getEmail(locale), password))
  const { marketingProfileUrls } = services.env
  const requests: { url: string; key: string | null }[] = []
  const recordedFetch = async (url: string, init: RequestInit = {}) => {
    requests.push({ url, key: new Headers(init.headers).get('X-Api-Key') })
    const host = Object.values(hosts).find((address) => url.startsWith(address))
    return fetch(host ? url.replace(host, marketingProfileUrls.US) : url, init)
  }
  const user: CurrentUser = {
    ...session,
    expire: String(session.expire),
    locale,
    admin: false,
    role: 'coach',
  }
  const here: { customer: string | undefined } = { customer: user.userID }
  const slept: number[] = []
  const stored = new Map<string, object>()
  const person = createPerson(user, {
    env: { ...services.env, marketingProfileUrls: hosts },
    session: {
      customer: () => here.customer,
      requestAccessToken: async () => ok(session.accessToken),
      requestIdentityToken: async () => ok(session.identityToken),
    },
    account: {
      rename: async (_customer, name) => {
        const renamed = await account.rename(name)
        return renamed.ok ? ok(undefined) : fail(toAuthFailure('rename', renamed.error))
      },
      completeProfile: async () => undefined,
    },
    fetch: recordedFetch,
    cache: {
      read: async () => undefined,
      write: async (key, value) => void stored.set(key, value),
      clear: async () => stored.clear(),
    },
    sleep: async (ms) => void slept.push(ms),
    log: { warn: () => undefined, error: () => undefined },
  })
  return { person, requests, slept, stored, user, account, leave: () => (here.customer = undefined) }
}

const listCalls = async (call: string) =>
  (await stand.stored()).journal.filter((entry) => entry.call === call)

describe.each(localeCodes)('%s', (locale) => {
  test("sends news choices to the market's host with its key and header, and only for coaches who chose any", async () => {
    const { person, requests } = await signedIn(locale)
    await person.read()
    expect(person.snapshot().news).toMatchObject({ kind: 'ready', value: { interests: [], preferences: {} } })
    const before = (await listCalls('signUp')).length

    const chosen = { interests: ['events'], preferences: { email: true } }
    unwrap(await person.saveNews(chosen))
    unwrap(await person.saveNews(chosen))
    const made = (await listCalls('signUp')).slice(before)
    expect(made).toHaveLength(1)
    const { host, header } = markets[locale]
    expect(made[0]?.body).toMatchObject({ profile: { contactDetail: { email: getEmail(locale) } } })
    expect(made[0]?.body).toHaveProperty('profile.header', { ...usualHeader, ...header })
    const marketing = requests.filter(({ url }) => Object.values(hosts).some((host) => url.startsWith(host)))
    expect([...new Set(marketing.map(({ url }) => new URL(url).origin))]).toEqual([hosts[host]])
    expect(new Set(marketing.map(({ key }) => key))).toEqual(new Set([services.env.personKeys[locale]]))

    const again = await signedIn(locale)
    await again.person.read()
    expect(again.person.snapshot().news).toMatchObject({ kind: 'ready', value: chosen })
  })

  test('stores nothing on the device if the coach leaves while the profile is being read', async () => {
    const { person, stored, leave } = await signedIn(locale)
    const reading = person.loadMissing()
    leave()
    await reading
    expect(person.snapshot().details.kind).toBe('ready')
    expect([...stored.keys()]).toEqual([])
  })

  test('saves name, answers and topics, reads them back, and keeps them on the device', async () => {
    const { person, stored, user, account } = await signedIn(locale)
    await person.read()
    const loyal = locales[locale].auth.kind === 'loyalty'
    const survey = { job: surveyQuestions.job.answers[1].questionAnswerId }
    const details: Details = {
      firstName: 'Teresa',
      lastName: 'Nova',
      ...(loyal ? { survey } : { honorificPrefix: 'ms', job: 'coach', partner: 'Clube', workFrom: 'AR' }),
    }
    unwrap(await person.saveDetails(details))
    const learning = { interests: ['inclusion'], preferences: { shortSessions: true } }
    unwrap(await person.saveLearning(learning))

    const named = { firstName: 'Teresa', lastName: 'Nova' }
    expect(await account.session()).toMatchObject({ value: named })

    const again = await signedIn(locale)
    expect(again.user).toMatchObject(named)
    await again.person.read()
    expect(again.person.snapshot().details).toMatchObject({ kind: 'ready', value: details })
    expect(again.person.snapshot().learning).toMatchObject({ kind: 'ready', value: learning })
    expect(stored.get(`${user.userID}/details`)).toEqual(details)
    expect((await again.person.exportAll())['marketing']).toMatchObject({
      profile: { consumerIdentity: { firstName: 'Teresa', lastName: 'Nova' } },
    })
  })
})

test.each([
  ['en-US', 'loyalty.userDetails'],
  ['pt-BR', 'extended-profile.profile'],
] as const)('requests a refused profile of %s once more after 3 s', async (locale, target) => {
  const { person, slept } = await signedIn(locale)
  await stand.failNext({ target, code: '200500', status: 500 })
  await person.read()
  expect(slept).toEqual([3000])
  expect(person.snapshot().details.kind).toBe('ready')

  // Signing in also reads the profile. The failures must only affect later calls.
  const { person: another } = await signedIn(locale)
  await stand.failNext({ target, code: '200500', status: 500, times: 2 })
  await another.read()
  expect(another.snapshot().details).toMatchObject({
    kind: 'failed',
    failure: { message: 'profile.loadFailed', reason: 'error.server' },
  })
})

test.each([
  // There the account's own provider changes the name, and not the profile's client.
  ['en-US', 'loyalty.updateProfile', [], 'error.providerUnavailable'],
  ['en-GB', 'extended-profile.updateProfile', ['/users/profile/update'], 'error.server'],
] as const)('%s: sends nothing else after a refused name', async (locale, target, sent, reason) => {
  const { person, requests } = await signedIn(locale)
  await stand.failNext({ target, code: '200500' })
  const details = { firstName: 'A', lastName: 'B', job: 'coach', survey: { age: '18-24' } }
  expect(await person.saveDetails(details)).toEqual(fail({ message: 'profile.nameNotSaved', reason }))
  const paths = requests.map(({ url }) => new URL(url).pathname.replace(/^\/(loyalty|extended-profile)/, ''))
  expect(paths).toEqual(sent)
})

const faults: [string, object, string][] = [
  ['a network that is cut', { cut: true }, 'error.network'],
  ["a gateway's page", { html: '<h1>Bad gateway</h1>', status: 502 }, 'error.server'],
  ["a captive portal's page", { html: '<h1>Welcome</h1>', status: 200 }, 'error.foreignAnswer'],
  ['an unknown error number', { code: 299_999 }, 'error.server'],
  [
    'a token that is refused, and another one too,',
    { code: 'token-expired', status: 401, times: 2 },
    'error.signInNeeded',
  ],
]

test.each(faults)('reports %s while saving with its reason', async (_, fault, reason) => {
  const { person } = await signedIn('en-GB')
  await stand.failNext({ target: 'extended-profile.storeInterests', ...fault })
  expect(await person.saveLearning({ interests: [], preferences: {} })).toEqual(
    fail({ message: 'profile.choicesNotSaved', reason }),
  )
})

test('renews an expired token to save', async () => {
  const { person } = await signedIn('en-GB')
  await stand.failNext({ target: 'extended-profile.storeInterests', code: 'token-expired', status: 401 })
  expect((await person.saveLearning({ interests: [], preferences: {} })).ok).toBe(true)
})
