import type { SourceId } from '../config/loyalty.ts'
import type { loyaltyService } from '../contract/loyalty/loyalty.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { surveyAnswersOf, surveyResponsesOf } from '../contract/loyalty/survey-responses.ts'
import { fail, ok } from '../lib/result.ts'
import { renameFailureOf, withToken, type Rename, type Token } from './call-service.ts'
import type { Details, Source } from './person.ts'

type Deps = {
  client: ServiceClient<typeof loyaltyService.calls>
  customer: string
  sourceId: SourceId
  accessToken: Token
  rename: Rename
}

/** Name and survey answers of a coach in the United States, at the loyalty provider. */
export const createLoyaltyDetails = ({
  client,
  customer,
  sourceId,
  accessToken,
  rename,
}: Deps): Source<Details> => ({
  read: async () => {
    const read = await withToken('profile.notRead', accessToken, (token) =>
      client.call('userDetails', undefined, { accessToken: token }),
    )
    if (!read.ok) return read
    const { FirstName, LastName, SurveyProfileResponses } = read.value
    const survey = surveyAnswersOf(SurveyProfileResponses)
    return ok({ firstName: FirstName, lastName: LastName, survey })
  },

  save: async (details) => {
    const named = await rename(details)
    if (!named.ok) return fail(renameFailureOf(named.error))
    const SurveyProfileResponses = surveyResponsesOf(details.survey ?? {})
    if (SurveyProfileResponses.length === 0) return ok(undefined)
    const body = { ProfileID: customer, DataSourceID: sourceId, SurveyProfileResponses }
    return withToken('profile.answersNotSaved', accessToken, (token) =>
      client.call('addSurveyResponses', body, { accessToken: token }),
    )
  },
})
