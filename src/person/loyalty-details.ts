import type { SourceId } from '../config/loyalty.ts'
import type { loyaltyService } from '../contract/loyalty/loyalty.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { toSurveyAnswers, toSurveyResponses } from '../contract/loyalty/survey-responses.ts'
import { fail, ok } from '../lib/result.ts'
import { toRenameFailure, withToken, type Rename, type RequestToken } from './call-service.ts'
import type { Details, Source } from './person.ts'

type Deps = {
  client: ServiceClient<typeof loyaltyService.calls>
  customer: string
  sourceId: SourceId
  requestAccessToken: RequestToken
  rename: Rename
}

/** Reads and saves the name and survey answers of a coach in the United States, at the loyalty provider. */
export const createLoyaltyDetails = ({
  client,
  customer,
  sourceId,
  requestAccessToken,
  rename,
}: Deps): Source<Details> => ({
  read: async () => {
    const response = await withToken('profile.notRead', requestAccessToken, (accessToken) =>
      client.call('userDetails', undefined, { accessToken }),
    )
    if (!response.ok) return response
    const { FirstName: firstName, LastName: lastName, SurveyProfileResponses: responses } = response.value
    return ok({ firstName, lastName, survey: toSurveyAnswers(responses) })
  },

  save: async (details) => {
    const renameResult = await rename(details)
    if (!renameResult.ok) return fail(toRenameFailure(renameResult.error))
    const responses = toSurveyResponses(details.survey ?? {})
    if (responses.length === 0) return ok(undefined)
    const body = { ProfileID: customer, DataSourceID: sourceId, SurveyProfileResponses: responses }
    return withToken('profile.answersNotSaved', requestAccessToken, (accessToken) =>
      client.call('addSurveyResponses', body, { accessToken }),
    )
  },
})
