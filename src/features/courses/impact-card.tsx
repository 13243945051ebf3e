import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { PeopleField } from '../../person/form/people-field.tsx'
import { optionsOf } from '../../person/form/registration-options.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { numberOfPeopleText } from '../../person/form/number-of-people.ts'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import styles from './certificate.module.css'
import type { Impact } from './impact-query.ts'

/** What the form asks for, as at sign-up. */
export const impactForm = v.object({
  numberOfPeople: numberOfPeopleText,
  youngFemale: v.pipe(v.string(), v.nonEmpty('empty')),
  sportType: v.pipe(v.string(), v.nonEmpty('empty')),
})

const messages = { number: 'signUp.numberOfPeopleHint', empty: 'common.fieldRequired' } as const

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
  const { errorOf, busy, failure, form } = useForm({
    schema: impactForm,
    messages,
    submit: async (impact) => {
      const refused = await save(impact)
      if (!refused) notify.success(t('impact.saved'))
      return refused
    },
  })
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
      <form {...form} aria-label={t('impact.title')}>
        <Stack>
          <PeopleField defaultValue={before?.numberOfPeople} error={errorOf('numberOfPeople')} />
          <SelectField {...select('youngFemale')} />
          <SelectField {...select('sportType')} />
          {failure && <FailureNotice failure={failure} />}
          <div>
            <Button type="submit" variant="secondary" busy={busy}>
              {t('impact.save')}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}
