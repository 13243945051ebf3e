import * as v from 'valibot'
import { numberOfPeople } from '../../contract/shapes.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { notify } from '../../ui/notify.ts'
import { optionsOf } from '../../ui/registration-options.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm, type FormFailure } from '../../ui/use-form.ts'
import styles from './certificate.module.css'
import type { Impact } from './impact-query.ts'

/** What the form asks for; how many are clamped to 0..1000, as at sign-up (specification §5). */
export const impactForm = v.object({
  numberOfPeople: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[+-]?\d{1,9}$/, 'number'),
    v.transform(Number),
    numberOfPeople,
  ),
  youngFemale: v.pipe(v.string(), v.nonEmpty('empty')),
  sportType: v.pipe(v.string(), v.nonEmpty('empty')),
})

const words = { number: 'signUp.numberOfPeopleHint', empty: 'common.fieldRequired' } as const

/** Asks a coach who has finished a course whom they reach now. */
export const ImpactCard = ({
  told,
  save,
}: {
  /** What was told before. */
  told: Impact | undefined
  save: (impact: Impact) => Promise<FormFailure | undefined>
}) => {
  const t = useWords()
  const { errorOf, busy, failure, form } = useForm({
    schema: impactForm,
    words,
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
    defaultValue: told?.[name] ?? '',
    error: errorOf(name),
    required: true,
  })
  return (
    <Card className={styles.impact}>
      <h2>{t('impact.title')}</h2>
      <p>{t('impact.intro')}</p>
      <form {...form} aria-label={t('impact.title')}>
        <Stack>
          <TextField
            label={t('signUp.numberOfPeople')}
            hint={t('signUp.numberOfPeopleHint')}
            name="numberOfPeople"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={told?.numberOfPeople}
            required
            error={errorOf('numberOfPeople')}
          />
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
