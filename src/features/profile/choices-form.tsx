import { choices, type ChoiceKind } from '../../config/choices.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Choices, PersonResult } from '../../person/person.ts'
import { Form } from '../../ui/form/form.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { boxes, choicesForm, chosenIn } from './chosen.ts'
import styles from './profile.module.css'

/**
 * Preferences that need a phone: no account has a number, because the sign-up sends none (specification §3).
 */
const needsPhone = (preference: string): boolean => preference === 'textMessage'

type Props = {
  kind: ChoiceKind
  value: Choices
  readOnly: boolean
  save: (choices: Choices) => PersonResult
}

/** Checkboxes for the interests and the preferences of one kind. */
export const ChoicesForm = ({ kind, value, readOnly, save }: Props) => {
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
