import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectPersonServices, type PersonServices } from '../sandbox/testing/person-services.ts'
import { vendorCredential } from '../sandbox/shared/settings.ts'
import { authProviderContract } from '../src/session/providers/testing/auth-provider.contract.ts'
import { loyalty } from '../src/config/loyalty.ts'
import {
  account as createAccountFields,
  newEmail,
  password,
} from '../src/session/providers/testing/provider-world.contract.ts'
import { createProviders } from './testing/providers.ts'
import { withNetwork, type Network } from './testing/network-faults.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

const { en, es } = loyalty.sourceIds

let services: RunningServices
let person: PersonServices
beforeAll(async () => {
  services = await startServices()
  person = connectPersonServices(services.sandbox)
})
afterEach(() => person.forgetFailures())
afterAll(() => services.close())

const harness = () => createProviders(services, { sourceId: en }).harness
authProviderContract('the loyalty provider', 'sign-up', harness)

const newAccount = () => ({
  ...createAccountFields(newEmail()),
  emailConsent: true,
  partnerConsent: true,
  survey: { age: '25-34', job: 'docente', where: 'Nowhere', ownWords: { job: ' Trainer ' } },
})
const device = () => createProviders(services, { sourceId: es }).on('phone')

const listCallsSince = async (since: number) =>
  (await person.stored()).journal.slice(since).map(({ call }) => call)
const journalled = async () => (await person.stored()).journal.length

test('a sign-up sends profile, promotions, survey answers and verification, in this order', async () => {
  const before = await journalled()
  const account = newAccount()
  expect(await device().signUp(account)).toMatchObject({ value: { verified: true } })
  expect(await listCallsSince(before)).toEqual([
    'signUp',
    'addPromotions',
    'addSurveyResponses',
    'updateAccountVerify',
  ])
  const bodies = (await person.stored()).journal.slice(before).map(({ body }) => body)
  const { always, firstConsent, secondConsent, secondConsentIn } = loyalty.promotions
  expect(bodies[0]).toMatchObject({
    ClientID: loyalty.clientId,
    DataSourceID: es,
    UserAccount: { AccountVerify: 'N' },
  })
  expect(bodies[1]).toMatchObject({
    PromotionResponses: [...always, ...firstConsent, ...secondConsent, secondConsentIn.es].map(
      (CampaignControlID) => ({ CampaignControlID, DataSourceID: es }),
    ),
  })
  // Age 25-34, teacher, own words, Spanish; the unknown organisation is skipped.
  expect(bodies[2]).toMatchObject({
    SurveyProfileResponses: [
      { AnswerID: '5100103' },
      { AnswerID: '5100202' },
      { AnswerID: '5100299', SurveyTextResponse: 'Trainer' },
      { AnswerID: '5100402' },
    ],
  })
  expect(bodies[3]).toMatchObject({
    AccountVerify: 'Y',
    AccountVerifyDate: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/),
    DataSourceID: es,
  })
})

const steps = ['signUp', 'addPromotions', 'addSurveyResponses', 'updateAccountVerify']
const faults = {
  'fails with 500': { status: 500 },
  'answers with a page': { html: '<html>Welcome to the Wi-Fi</html>', status: 200 },
  'answers with an unknown number': { code: 299_999, status: 200 },
  'is cut': { cut: true },
  'is done, and its response is lost': { cut: true, after: true },
}

test.each(steps.flatMap((call) => Object.keys(faults).map((how) => ({ call, how }))))(
  'a sign-up whose $call $how continues where it stopped',
  async ({ call, how }) => {
    const account = newAccount()
    const phone = device()
    await person.failNext({ target: `loyalty.${call}`, ...faults[how as keyof typeof faults] })
    expect(await phone.signUp(account)).toMatchObject({ ok: false })
    const again = await phone.signUp(account)
    const isComplete = call === 'updateAccountVerify' && how.startsWith('is done')
    // If only the last response was lost, the account is complete and its owner signs in.
    expect(again).toMatchObject(
      isComplete ? { error: { kind: 'user-exists' } } : { value: { verified: true } },
    )
    expect(await phone.signIn(account.email, password)).toMatchObject({ ok: true })
  },
)

test('does not sign in an unverified account, and stores nothing of it', async () => {
  const account = newAccount()
  const { on, devices } = createProviders(services, { sourceId: en })
  await person.failNext({ target: 'loyalty.addPromotions', status: 500 })
  await on('phone').signUp(account)
  expect(await on('phone').signIn(account.email, password)).toMatchObject({
    error: { kind: 'user-unconfirmed' },
  })
  expect(devices.get('phone')?.size).toBe(0)
})

test('continues a sign-up only with the password of the account', async () => {
  const account = newAccount()
  await person.failNext({ target: 'loyalty.addPromotions', status: 500 })
  await device().signUp(account)
  expect(await device().signUp({ ...account, password: 'Outra-2026!' })).toMatchObject({
    error: { kind: 'user-exists' },
  })
})

test('requests the name once more after 3 s, and signs in without it', async () => {
  const account = newAccount()
  const phone = device()
  await phone.signUp(account)
  await person.failNext({ target: 'loyalty.userDetails', code: 299_999 })
  expect(await phone.signIn(account.email, password)).toMatchObject({ value: { firstName: 'Ana' } })
  await person.failNext({ target: 'loyalty.userDetails', code: 299_999, times: 2 })
  expect(await phone.signIn(account.email, password)).toMatchObject({ value: { firstName: '' } })
})

test('stores tokens on the device, never the password', async () => {
  const { on, devices } = createProviders(services, { sourceId: en })
  await on('phone').signIn('coach.us@example.com', 'Barriers-2026!')
  const stored = JSON.stringify([...(devices.get('phone') ?? [])])
  expect(stored).toContain('accessToken')
  expect(stored).not.toContain('Barriers-2026!')
  await on('phone').signOut()
  expect(devices.get('phone')?.size).toBe(0)
})

test('sends a reset e-mail in the language of the source', async () => {
  const account = newAccount()
  await device().signUp(account)
  await device().requestReset(account.email)
  const [mail] = await services.sandbox.mailTo(account.email)
  expect(mail?.subject).toBe('Restablece tu contraseña')
})

test('stops a reset when the user-exists check is refused', async () => {
  const before = await journalled()
  await device().requestReset('nobody@example.com')
  expect(await listCallsSince(before)).toEqual(['userExists'])
})

test.each([
  ['an unknown number', { code: 299_999 }, 'session-ended'],
  ['a failing server', { status: 500 }, 'service'],
  ['a page', { html: '<html></html>' }, 'service'],
  ['a cut', { cut: true }, 'network'],
])('a refresh that fails because of %s', async (_what, order, kind) => {
  const phone = device()
  await phone.signIn('coach.us.es@example.com', 'Barriers-2026!')
  await person.failNext({ target: 'loyalty.refreshToken', ...order })
  expect(await phone.session({ fresh: true })).toMatchObject({ error: { kind } })
  // The session is still stored, so the next refresh can succeed.
  expect(await phone.session({ fresh: true })).toMatchObject({ ok: true })
})

test('keeps a coach signed out who signs out while the token is refreshed', async () => {
  const { on, devices } = createProviders(services, { sourceId: es })
  const phone = on('phone')
  await phone.signIn('coach.us.es@example.com', 'Barriers-2026!')
  await person.failNext({ target: 'loyalty.refreshToken', delayMs: 200 })
  const refreshing = phone.session({ fresh: true })
  await phone.signOut()
  expect(await refreshing).toMatchObject({ ok: false })
  expect(devices.get('phone')?.size).toBe(0)
})

test("never sends the site's credential with a request of a browser", async () => {
  const schemes: (string | undefined)[] = []
  const watched: Network = (fetch) => (input, init) => {
    const authorization = new Headers(init?.headers).get('Authorization')
    schemes.push(authorization?.split(' ')[0])
    return fetch(input, init)
  }
  await withNetwork(watched, async () => {
    const account = newAccount()
    const phone = device()
    expect((await phone.signUp(account)).ok).toBe(true)
    expect((await phone.signIn(account.email, password)).ok).toBe(true)
    await phone.session({ fresh: true })
    await phone.requestReset(account.email)
    await phone.signOut()
  })
  expect(schemes).toContain('User')
  expect(schemes).not.toContain('Basic')
  expect(JSON.stringify(services.env)).not.toContain(vendorCredential)
})
