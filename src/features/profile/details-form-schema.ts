import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import type { Details } from '../../person/person.ts'
import { surveyProfileAnswersOf, surveyProfileEntries } from '../../person/form/survey-profile-form.ts'

const longest = 200
const filled = v.pipe(v.string(), v.trim(), v.nonEmpty('empty'), v.maxLength(longest, 'long'))
const names = { firstName: filled, lastName: filled }

/** Name and survey profile, where the loyalty provider knows them. */
const loyaltyForm = v.pipe(
  v.object({ ...names, ...surveyProfileEntries }),
  v.transform((values): Details => {
    const { firstName, lastName, ageOwn, jobOwn } = values
    const survey = { ...surveyProfileAnswersOf(values), ownWords: { age: ageOwn, job: jobOwn } }
    return { firstName, lastName, survey }
  }),
)

const extendedForm = v.object({
  ...names,
  honorificPrefix: v.string(),
  job: v.string(),
  sportType: v.string(),
})

/** The form for what is known about a coach: whether there is a survey profile depends on the market. */
export const detailsFormOf = ({ survey }: Details): v.GenericSchema<unknown, Details> =>
  survey ? loyaltyForm : extendedForm

export const detailsMessages = {
  empty: 'common.fieldRequired',
  long: 'error.tooLarge',
} as const satisfies Record<string, MessageId>
