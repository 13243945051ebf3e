import { choices, type ChoiceKind } from '../../config/choices.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Answer, Choices } from '../../person/person.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { boxes, choicesForm, chosenIn } from './chosen.ts'
import styles from './profile.module.css'

type Props = {
  kind: ChoiceKind
  value: Choices
  readOnly: boolean
  save: (choices: Choices) => Answer<void>
}

/** Boxes for the interests and the preferences of one kind. */
export const ChoicesForm = ({ kind, value, readOnly, save }: Props) => {
  const t = useTranslate()
  const { busy, failure, form } = useForm({
    schema: choicesForm,
    messages: {},
    submit: async (ticked) => {
      const answer = await save(chosenIn(kind, value, ticked))
      if (!answer.ok) return answer.error
      notify.success(t('successMessage.profileSaved'))
      return undefined
    },
  })
  const { interests, preferences } = choices[kind]

  return (
    <form {...form} aria-label={t(`profile.${kind}.title`)}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
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
          {preferences.map((name) => (
            <CheckboxField
              key={name}
              label={t(`profile.preference.${name}`)}
              name={boxes.preference(name)}
              defaultChecked={value.preferences[name] === true}
            />
          ))}
        </fieldset>
        {!readOnly && (
          <Button type="submit" variant="secondary" busy={busy}>
            {t(`profile.${kind}.save`)}
          </Button>
        )}
      </Stack>
    </form>
  )
}
