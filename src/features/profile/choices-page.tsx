import type { RefObject } from 'react'
import * as v from 'valibot'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Choices, ProfilePart, PersonResult } from '../../person/person.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { PartState } from './part-state.tsx'
import styles from './profile.module.css'

/** The ids of the choices in a coach's profile. Other services store them, so they never change. */
const choiceIds = {
  /** Stored in the extended profile: what the coach wants to learn, and how. */
  learning: {
    interests: ['bodyConfidence', 'inclusion', 'leadership', 'wellbeing', 'gamesAndDrills', 'families'],
    preferences: ['shortSessions', 'withOthers'],
  },
  /** Stored in the marketing profile: the news that the coach wants, and how. */
  news: {
    interests: ['newCourses', 'events', 'stories', 'research'],
    preferences: ['email', 'textMessage'],
  },
} as const

export type ChoiceKind = keyof typeof choiceIds

/** Lists the chosen interests that this version knows, in the coach's language. */
export const listChosen = (kind: ChoiceKind, { interests }: Choices, t: Translate): string[] =>
  choiceIds[kind].interests.filter((id) => interests.includes(id)).map((id) => t(`profile.interest.${id}`))

/** Creates the names of the checkboxes in the form. */
export const checkboxNames = {
  interest: (id: string): string => `interest.${id}`,
  preference: (id: string): string => `preference.${id}`,
}

/** The ticked checkboxes by name. A form's data does not contain the others. */
const choicesSchema = v.record(v.string(), v.string())

/**
 * Returns the choices after a submit. Keeps ids that this version does not know: another version stored them.
 */
export const updateChoices = (
  kind: ChoiceKind,
  previous: Choices,
  tickedBoxes: v.InferOutput<typeof choicesSchema>,
): Choices => {
  const { interests, preferences } = choiceIds[kind]
  const knownInterests = new Set<string>(interests)
  return {
    interests: [
      ...previous.interests.filter((id) => !knownInterests.has(id)),
      ...interests.filter((id) => checkboxNames.interest(id) in tickedBoxes),
    ],
    preferences: {
      ...previous.preferences,
      ...Object.fromEntries(preferences.map((id) => [id, checkboxNames.preference(id) in tickedBoxes])),
    },
  }
}

/**
 * Whether a preference needs a phone number. No account has one, because the sign-up sends none
 * (specification §3).
 */
const needsPhone = (preference: string): boolean => preference === 'textMessage'

type FormProps = {
  kind: ChoiceKind
  choices: Choices
  /** Whether the choices are the copy saved on this device, which cannot be changed. */
  readOnly: boolean
  save: (choices: Choices) => PersonResult
}

/** Checkboxes for the interests and the preferences of one kind. */
export const ChoicesForm = ({ kind, choices, readOnly, save }: FormProps) => {
  const t = useTranslate()
  const state = useForm({
    schema: choicesSchema,
    submit: (tickedBoxes) => save(updateChoices(kind, choices, tickedBoxes)),
    onDone: () => void notify.success(t('successMessage.profileSaved')),
  })
  const { interests, preferences } = choiceIds[kind]

  return (
    <Form
      state={state}
      submitLabel={readOnly ? undefined : t(`profile.${kind}.save`)}
      pinned
      aria-label={t(`profile.${kind}.title`)}
    >
      <fieldset className={styles.choices} disabled={readOnly}>
        <legend>{t(`profile.${kind}.interests`)}</legend>
        {interests.map((id) => (
          <CheckboxField
            key={id}
            label={t(`profile.interest.${id}`)}
            name={checkboxNames.interest(id)}
            defaultChecked={choices.interests.includes(id)}
          />
        ))}
      </fieldset>
      <fieldset className={styles.choices} disabled={readOnly}>
        <legend>{t(`profile.${kind}.preferences`)}</legend>
        {preferences.map((id) => {
          const isChosen = choices.preferences[id] === true
          return (
            <CheckboxField
              key={id}
              label={t(`profile.preference.${id}`)}
              name={checkboxNames.preference(id)}
              defaultChecked={isChosen}
              // If the coach chose it elsewhere, it can still be deselected here.
              {...(needsPhone(id) && { hint: t('profile.noPhone'), disabled: !isChosen })}
            />
          )
        })}
      </fieldset>
    </Form>
  )
}

type Props = Pick<FormProps, 'kind' | 'save'> & {
  /** The choices as the service returned them or, until it does, the copy on this device. */
  part: ProfilePart<Choices>
  onRetry: () => void
  offline: boolean
  /** The heading of the page, which takes the focus after a retry. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** The interests and preferences that one service stores. The copy saved on this device cannot be changed. */
export const ChoicesPage = ({ kind, part, save, onRetry, offline, heading }: Props) => {
  const t = useTranslate()
  const choices = part.kind === 'ready' ? part.value : part.copy

  return (
    <>
      <p>{t(`profile.${kind}.intro`)}</p>
      {offline && (
        <Notice tone="info">{t(choices ? 'profile.needsConnection' : 'profile.offlineMissing')}</Notice>
      )}
      <PartState part={part} isEmpty={!choices} onRetry={onRetry} offline={offline} heading={heading} />
      {choices && (
        <Card>
          <ChoicesForm
            // A new key replaces the form when the service returns other choices.
            key={part.kind === 'ready' ? part.revision : part.kind}
            kind={kind}
            choices={choices}
            readOnly={part.kind !== 'ready'}
            save={save}
          />
        </Card>
      )}
    </>
  )
}
