import * as v from 'valibot'
import { choices, type ChoiceKind } from '../../config/choices.ts'
import type { Choices } from '../../person/person.ts'

/** The names of the boxes in a form. */
export const boxes = {
  interest: (id: string): string => `interest.${id}`,
  preference: (name: string): string => `preference.${name}`,
}

/** The boxes that are ticked, by their names: the others are not in a form's data at all. */
export const choicesForm = v.record(v.string(), v.string())

/** What was chosen. Ids that this version does not know were chosen elsewhere, and stay. */
export const chosenIn = (
  kind: ChoiceKind,
  before: Choices,
  ticked: v.InferOutput<typeof choicesForm>,
): Choices => {
  const { interests, preferences } = choices[kind]
  const known = new Set<string>(interests)
  return {
    interests: [
      ...before.interests.filter((id) => !known.has(id)),
      ...interests.filter((id) => boxes.interest(id) in ticked),
    ],
    preferences: {
      ...before.preferences,
      ...Object.fromEntries(preferences.map((name) => [name, boxes.preference(name) in ticked])),
    },
  }
}
