import { expect, test } from 'vitest'
import type { consentService } from '../../src/contract/consent.ts'
import type { SentBody } from '../../src/contract/service-call.ts'
import { rejected, unwrap } from '../testing/person-services.ts'
import { servicesForFile } from '../testing/services-for-file.ts'

const { sandbox, services } = servicesForFile()

type Consent = SentBody<typeof consentService.calls.consent>

const consumerIdentity = { firstName: 'Ana', lastName: 'Souza', honorificPrefix: '' }
const payload = {
  consumerIdentity,
  contactDetail: { email: 'ana@example.com' },
  optInStatus: { legalAgeConsent: true },
} satisfies Consent
const everything = {
  consumerIdentity: { ...consumerIdentity, honorificPrefix: 'ms' },
  contactDetail: { email: 'ana@example.com' },
  optInStatus: { legalAgeConsent: true, companyEmailConsent: true },
  additionalSubscription: [{ serviceId: 'newsletter', optIn: false }],
} satisfies Consent
const send = (body: object) => services().consent.call('consent', body as Consent, undefined)

test('records consents word for word, call by call, and keeps them over a restart', async () => {
  const first = unwrap(await send(payload))
  const second = unwrap(await send(everything))
  expect(second.consentId).not.toBe(first.consentId)
  await sandbox().restart()
  expect((await services().stored())['consent']).toEqual({
    consents: [
      { ...first, consent: payload },
      { ...second, consent: everything },
    ],
  })
})

test.each([
  ['no legal age', { optInStatus: { legalAgeConsent: false } }, 'optInStatus.legalAgeConsent'],
  ['a legal age that is missing', { optInStatus: {} }, 'optInStatus.legalAgeConsent'],
  [
    'an e-mail consent that was not given',
    { optInStatus: { legalAgeConsent: true, companyEmailConsent: false } },
    'optInStatus.companyEmailConsent',
  ],
  [
    'an unknown consent',
    { optInStatus: { legalAgeConsent: true, smsConsent: true } },
    'optInStatus.smsConsent',
  ],
  ['an unknown field', { country: 'BR' }, 'country'],
  [
    'an unknown field of the person',
    { consumerIdentity: { ...consumerIdentity, age: 3 } },
    'consumerIdentity.age',
  ],
  ['no last name', { consumerIdentity: { ...consumerIdentity, lastName: '' } }, 'consumerIdentity.lastName'],
  ['an address that is none', { contactDetail: { email: 'ana' } }, 'contactDetail.email'],
  ['a telephone', { contactDetail: { email: 'a@b.co', phone: '' } }, 'contactDetail.phone'],
  ['half a subscription', { additionalSubscription: [{ serviceId: 'x' }] }, 'additionalSubscription.0.optIn'],
])('refuses %s, and names the field', async (_, wrong, path) => {
  expect(await send({ ...payload, ...wrong })).toEqual(rejected('body-refused', 400, path))
})
