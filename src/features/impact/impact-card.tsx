import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { numberOfPeopleText } from '../../person/form/number-of-people.ts'
import { PeopleField } from '../../person/form/people-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { required } from '../../ui/form/checks.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ImpactSeasons } from './impact-seasons.tsx'
import styles from './impact.module.css'
import type { Impact, SeasonImpact } from './use-impact.ts'

/** What the form asks for, as at sign-up. */
export const impactForm = v.object({
  numberOfPeople: numberOfPeopleText,
  youngFemale: required,
  sportType: required,
})

type Props = {
  /** What the coach said before, season by season; the oldest first. */
  seasons: readonly SeasonImpact[]
  /** The present one. */
  season: number
  save: (impact: Impact) => Promise<Result<unknown, FormFailure>>
}

/** Whom a coach reaches, season by season, and the form that asks who it is now. */
export const ImpactCard = ({ seasons, season, save }: Props) => {
  const t = useTranslate()
  const before = seasons.at(-1)
  const isAsked = before?.season !== season
  return (
    <Card className={styles.impact}>
      <h2>{t(isAsked ? 'impact.asked' : 'impact.title', { season: String(season) })}</h2>
      <ImpactSeasons seasons={seasons} />
      {isAsked ? (
        <>
          <p>{t('impact.intro')}</p>
          <ImpactForm before={before} save={save} />
        </>
      ) : (
        <details className={styles.change}>
          <summary>{t('impact.change')}</summary>
          <ImpactForm before={before} save={save} />
        </details>
      )}
    </Card>
  )
}

/** On the home of courses: asks once a season, and is gone when it has been said. */
export const ImpactOfSeason = ({ isKnown, ...props }: Props & { isKnown: boolean }) =>
  !isKnown || props.seasons.at(-1)?.season === props.season ? null : <ImpactCard {...props} />

const ImpactForm = ({ before, save }: Pick<Props, 'save'> & { before: Impact | undefined }) => {
  const t = useTranslate()
  const state = useForm({
    schema: impactForm,
    submit: save,
    onDone: () => void notify.success(t('impact.saved')),
  })
  return (
    <Form state={state} submit={t('impact.save')} variant="secondary" compact aria-label={t('impact.title')}>
      <PeopleField defaultValue={before?.numberOfPeople} />
      <RegistrationSelect question="youngFemale" defaultValue={before?.youngFemale} />
      <RegistrationSelect question="sportType" defaultValue={before?.sportType} />
    </Form>
  )
}
