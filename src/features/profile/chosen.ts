import * as v from 'valibot'
import { choices, type ChoiceKind } from '../../config/choices.ts'
import type { Choices } from '../../person/person.ts'

/** The names of the checkboxes in a form. */
export const boxes = {
  interest: (id: string): string => `interest.${id}`,
  preference: (name: string): string => `preference.${name}`,
}

/** The ticked checkboxes by name. A form's data does not contain the others. */
export const choicesForm = v.record(v.string(), v.string())

/** The chosen ids. Ids that this version does not know were chosen elsewhere, and are kept. */
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
