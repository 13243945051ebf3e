import { beforeEach, expect, test } from 'vitest'
import { loyalty } from '../../src/config/loyalty.ts'
import { findSurveyAnswer, surveyQuestions } from '../../src/config/survey-profile.ts'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { DataSourceID, rejected, unwrap } from '../testing/person-services.ts'
import { servicesForFile } from '../testing/services-for-file.ts'

const { services } = servicesForFile()

let email: string
let ProfileID: string
let user: { accessToken: string }
let count = 0
beforeEach(async () => {
  email = `coach-${(count += 1)}@example.com`
  const joined = await services().join(email)
  ProfileID = joined.ProfileID
  user = { accessToken: joined.AccessToken }
})

const details = async () => unwrap(await services().loyalty.call('userDetails', undefined, user))
const name = {
  FirstName: 'Eva',
  LastName: 'Núñez',
  CustomAttributes: { FIRST_NAME: 'Eva', LAST_NAME: 'Núñez' },
}
const fixed = (question: 'age' | 'job', words: string) => {
  const { answerId, questionAnswerId } = findSurveyAnswer(question, words)!
  return { AnswerID: answerId, SurveyQuestionAnswerID: questionAnswerId, SurveyTextResponse: '' }
}
const ownWords = (question: 'age' | 'job', SurveyTextResponse: string) => {
  const { answerId, questionAnswerId } = surveyQuestions[question].open
  return { AnswerID: answerId, SurveyQuestionAnswerID: questionAnswerId, SurveyTextResponse }
}
const answer = (...SurveyProfileResponses: ReturnType<typeof fixed>[]) =>
  services().loyalty.call('addSurveyResponses', { ProfileID, DataSourceID, SurveyProfileResponses }, user)
const verify = (more: object = {}) =>
  services().loyalty.call(
    'updateAccountVerify',
    {
      ClientID: loyalty.clientId,
      ProfileID,
      DataSourceID,
      AccountVerifyDate: '29/02/2028',
      AccountVerify: 'Y',
      Username: email,
      ...more,
    },
    user,
  )

test('changes a name and nothing else', async () => {
  const before = await details()
  unwrap(await services().loyalty.call('updateProfile', { DataSourceID, ProfileID, ...name }, user))
  expect(await details()).toEqual({ ...before, ...name })
})

test('does not touch the profile of another person', async () => {
  const other = await services().join(`other-${email}`)
  const at = { ...name, DataSourceID, ProfileID: other.ProfileID }
  const foreign = rejected(loyaltyErrors.otherProfile, 403)
  expect(await services().loyalty.call('updateProfile', at, user)).toEqual(foreign)
  expect(await verify({ ProfileID: other.ProfileID })).toEqual(foreign)
  expect(await verify({ Username: `other-${email}` })).toEqual(foreign)
  expect(await services().loyalty.call('logout', { ProfileID: other.ProfileID }, user)).toEqual(foreign)
  unwrap(await services().loyalty.call('userDetails', undefined, { accessToken: other.AccessToken }))
})

test('lets no person make themselves an admin', async () => {
  const CustomAttributes = { FIRST_NAME: 'Eva', LAST_NAME: 'Núñez', ROLE: 'ADMIN' }
  const body = { ...name, DataSourceID, ProfileID, CustomAttributes }
  expect(await services().loyalty.call('updateProfile', body, user)).toEqual(
    rejected(loyaltyErrors.invalidBody, 400, 'CustomAttributes.ROLE'),
  )
})

test('keeps the newest answer to a question, and free text beside it', async () => {
  unwrap(await answer(fixed('age', 'Under 18'), fixed('job', 'Coach')))
  unwrap(await answer(ownWords('job', 'I coach goalkeepers')))
  unwrap(await answer(fixed('job', 'Voluntario/a'), ownWords('job', 'Goalkeepers only')))
  expect((await details()).SurveyProfileResponses).toEqual([
    fixed('age', 'Under 18'),
    fixed('job', 'Volunteer'),
    ownWords('job', 'Goalkeepers only'),
  ])
})

test('refuses an answer whose two ids do not belong together, and stores none of the others sent with it', async () => {
  const mixed = { ...fixed('job', 'Coach'), AnswerID: fixed('age', '35+').AnswerID }
  expect(await answer(fixed('age', '35+'), mixed)).toEqual(rejected(loyaltyErrors.surveyAnswerUnknown))
  expect((await details()).SurveyProfileResponses).toEqual([])
})

test('replaces a promotion that is sent again', async () => {
  const [CampaignControlID] = loyalty.promotions.always
  const add = (RecordDate: string) =>
    services().loyalty.call(
      'addPromotions',
      { ProfileID, PromotionResponses: [{ RecordDate, CampaignControlID, DataSourceID }] },
      user,
    )
  unwrap(await add('2026-11-21T10:00:00.000Z'))
  unwrap(await add('2026-11-22T10:00:00.000Z'))
  expect((await details()).PromotionResponses).toEqual([
    { RecordDate: '2026-11-22T10:00:00.000Z', CampaignControlID, DataSourceID },
  ])
})

test('accepts for verification only an existing day, written dd/mm/yyyy', async () => {
  for (const AccountVerifyDate of ['31/02/2026', '2026-11-21', '1/1/2026', '']) {
    expect(await verify({ AccountVerifyDate })).toEqual(
      rejected(loyaltyErrors.invalidBody, 400, 'AccountVerifyDate'),
    )
  }
  expect(await verify({ AccountVerify: 'N' })).toEqual(
    rejected(loyaltyErrors.invalidBody, 400, 'AccountVerify'),
  )
  expect((await details()).UserAccount).toEqual({ Username: email, AccountVerify: 'N' })
  unwrap(await verify())
  expect((await details()).UserAccount).toEqual({
    Username: email,
    AccountVerify: 'Y',
    AccountVerifyDate: '29/02/2028',
  })
})
