import * as v from 'valibot'
import type { Details } from '../../person/person.ts'
import { surveyProfileAnswersOf, surveyProfileEntries } from '../../person/form/survey-profile-form.ts'
import { atMost, requiredText } from '../../ui/form/checks.ts'

const name = v.pipe(requiredText, atMost(200))
const names = { firstName: name, lastName: name }

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
