import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loyalty, listPromotions } from '../../src/config/loyalty.ts'
import { findSurveyAnswer } from '../../src/config/survey-profile.ts'
import { formatAccountVerifyDate } from '../../src/contract/loyalty/account-verify-date.ts'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { DataSourceID, password, rejected, signUpBody, unwrap, vendor } from '../testing/person-services.ts'
import { demoAdmins } from '../shared/demo-accounts.ts'
import { servicesForFile } from '../testing/services-for-file.ts'

const { sandbox, services } = servicesForFile()

const promotion = (CampaignControlID: (typeof loyalty.promotions.always)[number]) => ({
  RecordDate: '2026-11-21T10:00:00.000Z',
  CampaignControlID,
  DataSourceID,
})

test('a whole sign-up: profile, promotions, survey answers, verified, signed in', async () => {
  const email = 'ana@example.com'
  const { ProfileID, AccessToken, VerifiedStatusFlag, Expires } = await services().join(email)
  expect({ VerifiedStatusFlag, Expires }).toEqual({ VerifiedStatusFlag: 'N', Expires: 3600 })
  const user = { accessToken: AccessToken }

  const PromotionResponses = listPromotions({ language: 'en', firstConsent: true, secondConsent: true }).map(
    (CampaignControlID) => ({ RecordDate: '2026-11-21T10:00:00.000Z', CampaignControlID, DataSourceID }),
  )
  unwrap(await services().loyalty.call('addPromotions', { ProfileID, PromotionResponses }, user))
  const { answerId, questionAnswerId } = findSurveyAnswer('job', 'coach')!
  const SurveyProfileResponses = [
    { AnswerID: answerId, SurveyQuestionAnswerID: questionAnswerId, SurveyTextResponse: '' },
  ]
  unwrap(
    await services().loyalty.call(
      'addSurveyResponses',
      { ProfileID, DataSourceID, SurveyProfileResponses },
      user,
    ),
  )
  // The same email address in another case belongs to the same person.
  expect(unwrap(await services().login('ANA@example.com')).VerifiedStatusFlag).toBe('N')
  const AccountVerifyDate = formatAccountVerifyDate(new Date('2026-11-21T23:00:00Z'))
  unwrap(
    await services().loyalty.call(
      'updateAccountVerify',
      {
        ClientID: loyalty.clientId,
        ProfileID,
        DataSourceID,
        AccountVerifyDate,
        AccountVerify: 'Y',
        Username: email,
      },
      user,
    ),
  )
  expect(unwrap(await services().login(email))).toMatchObject({ ProfileID, VerifiedStatusFlag: 'Y' })

  const details = unwrap(await services().loyalty.call('userDetails', undefined, user))
  expect(details).toEqual({
    Type: 'SUCCESS',
    ProfileID,
    Username: email,
    FirstName: 'Ana',
    LastName: 'Souza',
    Emails: [{ EmailAddress: email, ChannelCode: 'EMAIL', PreferredFlag: 'Y', Status: 'A' }],
    Address: { Country: 'US' },
    UserAccount: { Username: email, AccountVerify: 'Y', AccountVerifyDate: '21/11/2026' },
    CustomAttributes: { FIRST_NAME: 'Ana', LAST_NAME: 'Souza' },
    PromotionResponses,
    SurveyProfileResponses,
  })
})

test('responds with 200049 to an existing e-mail address, also to repeated and simultaneous requests', async () => {
  const ask = () => services().loyalty.call('signUp', signUpBody('twice@example.com'), vendor)
  const responses = await Promise.all([ask(), ask()])
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(responses).toContainEqual(rejected('200049'))
  expect(await ask()).toEqual(rejected(loyaltyErrors.emailExists))
})

test('continues an incomplete account: the right password opens it unverified', async () => {
  await services().failNext({ target: 'loyalty.signUp', cut: true, after: true })
  const lost = await services().loyalty.call('signUp', signUpBody('half@example.com'), vendor)
  expect(lost).toEqual({ ok: false, error: { kind: 'network' } })
  expect(await services().loyalty.call('signUp', signUpBody('half@example.com'), vendor)).toEqual(
    rejected('200049'),
  )
  expect(unwrap(await services().login('half@example.com')).VerifiedStatusFlag).toBe('N')
})

test.each(['Ab1!', 'barriers-2026!', 'BARRIERS-2026!', 'Barriers-now!', 'Barriers2026'])(
  'the password %s is too weak',
  async (ProfilePassword) => {
    const UserAccount = { Username: 'weak@example.com', ProfilePassword, AccountVerify: 'N' as const }
    expect(
      await services().loyalty.call('signUp', signUpBody('weak@example.com', { UserAccount }), vendor),
    ).toEqual(rejected(loyaltyErrors.passwordWeak))
  },
)

test.each([
  ['another client', { ClientID: '1' }, 'ClientID'],
  ['another source', { DataSourceID: '2000042739' }, 'DataSourceID'],
  ['an address that is none', { Username: 'ana' }, 'Username'],
  ['no name', { FirstName: ' ' }, 'FirstName'],
  ['an unknown field', { Nickname: 'x' }, 'Nickname'],
  ['another country', { Address: { Country: 'BR' } }, 'Address.Country'],
  [
    'an unknown promotion',
    { PromotionResponses: [{ ...promotion('4100273001'), CampaignControlID: '9' }] },
    'PromotionResponses.0.CampaignControlID',
  ],
])('refuses %s, and names the field', async (_, wrong, path) => {
  const body = { ...signUpBody('wrong@example.com'), ...wrong } as ReturnType<typeof signUpBody>
  expect(await services().loyalty.call('signUp', body, vendor)).toEqual(
    rejected(loyaltyErrors.invalidBody, 400, path),
  )
})

test('keeps one user name for one sign-up', async () => {
  const { UserAccount } = signUpBody('other@example.com')
  const body = signUpBody('one@example.com', { UserAccount })
  expect(await services().loyalty.call('signUp', body, vendor)).toEqual(
    rejected(loyaltyErrors.invalidBody, 400),
  )
})

test('refuses a survey answer that belongs to no question', async () => {
  const SurveyProfileResponses = [
    { AnswerID: '5100101', SurveyQuestionAnswerID: '6100102', SurveyTextResponse: '' },
  ]
  const body = signUpBody('survey@example.com', { SurveyProfileResponses })
  expect(await services().loyalty.call('signUp', body, vendor)).toEqual(
    rejected(loyaltyErrors.surveyAnswerUnknown),
  )
  expect((await services().login('survey@example.com')).ok).toBe(false)
})

test.each([[''], ['wrong'], [`${vendor.vendor}=`]])(
  'refuses the vendor credential %j',
  async (credential) => {
    const wrong = { vendor: credential }
    expect(await services().loyalty.call('signUp', signUpBody('vendor@example.com'), wrong)).toEqual(
      rejected(loyaltyErrors.invalidVendorCredential, 401),
    )
    const login = { DataSourceID, Username: 'vendor@example.com', Password: password }
    expect(await services().loyalty.call('login', login, wrong)).toEqual(
      rejected(loyaltyErrors.invalidVendorCredential, 401),
    )
  },
)

test('keeps accounts and sessions over a restart, without a password or a token in any file', async () => {
  const { AccessToken, RefreshToken, ProfileID } = await services().join('restart@example.com')
  await sandbox().restart()
  const details = await services().loyalty.call('userDetails', undefined, { accessToken: AccessToken })
  expect(unwrap(details).ProfileID).toBe(ProfileID)
  unwrap(await services().login('restart@example.com'))

  const directory = join(sandbox().directory, 'person-services')
  const files = await readdir(directory)
  expect(files).toContain('loyalty.json')
  for (const name of files) {
    const text = await readFile(join(directory, name), 'utf8')
    for (const secret of [password, AccessToken, RefreshToken]) expect(text).not.toContain(secret)
  }
})

test.each(['coach.us', 'admin.us', 'coach.us.es', 'admin.us.es'])(
  'the demo account %s is verified',
  async (name) => {
    const { VerifiedStatusFlag, AccessToken } = unwrap(await services().login(`${name}@example.com`))
    expect(VerifiedStatusFlag).toBe('Y')
    const user = { accessToken: AccessToken }
    const { ProfileID } = unwrap(await services().loyalty.call('userDetails', undefined, user))
    expect(demoAdmins.includes(ProfileID)).toBe(name.startsWith('admin'))
  },
)
