import { useRef } from 'react'
import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Choices, Part, PersonResult } from '../../person/person.ts'
import { PartState } from './part-state.tsx'
import { ProfileSection } from './profile-section.tsx'
import { Form } from '../../ui/form/form.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './profile.module.css'

/** The choices in a coach's profile. Other services store the ids, so they never change. */
const choices = {
  /** At the extended profile: what the coach wants to learn, and how. */
  learning: {
    interests: ['bodyConfidence', 'inclusion', 'leadership', 'wellbeing', 'gamesAndDrills', 'families'],
    preferences: ['shortSessions', 'withOthers'],
  },
  /** At the marketing profile: the news that the coach wants, and how. */
  news: {
    interests: ['newCourses', 'events', 'stories', 'research'],
    preferences: ['email', 'textMessage'],
  },
} as const

type ChoiceKind = keyof typeof choices

type Props = {
  kind: ChoiceKind
  part: Part<Choices>
  save: (choices: Choices) => PersonResult
  onRetry: () => void
  offline: boolean
}

/** Interests and preferences at one service. The device's copy is read-only. */
export const ChoicesCard = ({ kind, part, save, onRetry, offline }: Props) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = part.kind === 'ready' ? part.value : part.copy

  if (offline && !shown) return null
  return (
    <ProfileSection
      id={kind}
      headingRef={heading}
      title={t(`profile.${kind}.title`)}
      needed={part.kind === 'failed' && !offline}
    >
      <p>{t(`profile.${kind}.intro`)}</p>
      {offline && <p>{t('profile.needsConnection')}</p>}
      <PartState part={part} isEmpty={!shown} onRetry={onRetry} offline={offline} heading={heading} />
      {shown && (
        <ChoicesForm
          key={part.kind === 'ready' ? part.revision : part.kind}
          kind={kind}
          value={shown}
          readOnly={part.kind !== 'ready'}
          save={save}
        />
      )}
    </ProfileSection>
  )
}

/** The names of the checkboxes in a form. */
export const boxes = {
  interest: (id: string): string => `interest.${id}`,
  preference: (name: string): string => `preference.${name}`,
}

/** The ticked checkboxes by name. A form's data does not contain the others. */
const choicesForm = v.record(v.string(), v.string())

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

/**
 * Preferences that need a phone: no account has a number, because the sign-up sends none (specification §3).
 */
const needsPhone = (preference: string): boolean => preference === 'textMessage'

type FormProps = Pick<Props, 'kind' | 'save'> & { value: Choices; readOnly: boolean }

/** Checkboxes for the interests and the preferences of one kind. */
export const ChoicesForm = ({ kind, value, readOnly, save }: FormProps) => {
  const t = useTranslate()
  const state = useForm({
    schema: choicesForm,
    submit: (ticked) => save(chosenIn(kind, value, ticked)),
    onDone: () => void notify.success(t('successMessage.profileSaved')),
  })
  const { interests, preferences } = choices[kind]

  return (
    <Form
      state={state}
      submit={readOnly ? undefined : t(`profile.${kind}.save`)}
      variant="secondary"
      aria-label={t(`profile.${kind}.title`)}
    >
      <fieldset className={styles.choices} disabled={readOnly}>
        <legend>{t(`profile.${kind}.interests`)}</legend>
        {interests.map((id) => (
          <CheckboxField
            key={id}
            label={t(`profile.interest.${id}`)}
            name={boxes.interest(id)}
            defaultChecked={value.interests.includes(id)}
          />
        ))}
      </fieldset>
      <fieldset className={styles.choices} disabled={readOnly}>
        <legend>{t(`profile.${kind}.preferences`)}</legend>
        {preferences.map((name) => {
          const isChosen = value.preferences[name] === true
          return (
            <CheckboxField
              key={name}
              label={t(`profile.preference.${name}`)}
              name={boxes.preference(name)}
              defaultChecked={isChosen}
              // A coach who chose it elsewhere can still deselect it.
              {...(needsPhone(name) && { hint: t('profile.noPhone'), disabled: !isChosen })}
            />
          )
        })}
      </fieldset>
    </Form>
  )
}
