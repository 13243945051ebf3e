import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Card } from '../../ui/layout/card.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { PeopleField } from '../../person/form/people-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { required } from '../../ui/form/checks.ts'
import { Form } from '../../ui/form/form.tsx'
import { numberOfPeopleText } from '../../person/form/number-of-people.ts'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import styles from './certificate.module.css'
import type { Impact } from './use-impact.ts'

/** What the form asks for, as at sign-up. */
export const impactForm = v.object({
  numberOfPeople: numberOfPeopleText,
  youngFemale: required,
  sportType: required,
})

/** Asks a coach who has finished a course whom they reach now. */
export const ImpactCard = ({
  before,
  save,
}: {
  /** What the coach said before. */
  before: Impact | undefined
  save: (impact: Impact) => Promise<Result<unknown, FormFailure>>
}) => {
  const t = useTranslate()
  const state = useForm({
    schema: impactForm,
    submit: save,
    onDone: () => void notify.success(t('impact.saved')),
  })
  return (
    <Card className={styles.impact}>
      <h2>{t('impact.title')}</h2>
      <p>{t('impact.intro')}</p>
      <Form
        state={state}
        submit={t('impact.save')}
        variant="secondary"
        compact
        aria-label={t('impact.title')}
      >
        <PeopleField defaultValue={before?.numberOfPeople} />
        <RegistrationSelect question="youngFemale" defaultValue={before?.youngFemale} />
        <RegistrationSelect question="sportType" defaultValue={before?.sportType} />
      </Form>
    </Card>
  )
}
