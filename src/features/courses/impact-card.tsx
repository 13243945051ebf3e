import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Card } from '../../ui/layout/card.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { PeopleField } from '../../person/form/people-field.tsx'
import { optionsOf } from '../../person/form/registration-options.ts'
import { required } from '../../ui/form/checks.ts'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { numberOfPeopleText } from '../../person/form/number-of-people.ts'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import styles from './certificate.module.css'
import type { Impact } from './impact-query.ts'

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
  save: (impact: Impact) => Promise<FormFailure | undefined>
}) => {
  const t = useTranslate()
  const state = useForm({
    schema: impactForm,
    submit: async (impact) => {
      const refused = await save(impact)
      if (!refused) notify.success(t('impact.saved'))
      return refused
    },
  })
  const { errorOf } = state
  const select = (name: 'youngFemale' | 'sportType') => ({
    name,
    label: t(`signUp.${name}`),
    options: optionsOf[name](t),
    defaultValue: before?.[name] ?? '',
    error: errorOf(name),
    required: true,
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
        <PeopleField defaultValue={before?.numberOfPeople} error={errorOf('numberOfPeople')} />
        <SelectField {...select('youngFemale')} />
        <SelectField {...select('sportType')} />
      </Form>
    </Card>
  )
}
