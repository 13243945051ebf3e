// The impact of a coach: how many people they reach in a season, and what share of them are girls.

import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { optionsByQuestion } from '../../person/form/registration-select.tsx'
import type { FormFailure } from '../../ui/form/use-form.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { ImpactForm } from './impact-form.tsx'
import styles from './impact.module.css'
import type { Impact, SeasonImpact } from './use-impact.ts'

type Props = {
  /** The coach's earlier answers, one per season, oldest first. */
  seasons: readonly SeasonImpact[]
  /** The current season. */
  season: number
  /** Fetches the coach's latest answer from the server. */
  readLatest: () => Promise<Impact | undefined>
  save: (impact: Impact) => Promise<Result<unknown, FormFailure>>
}

/** Whether the coach has not answered in the current season. */
export const isUnanswered = ({ seasons, season }: Pick<Props, 'seasons' | 'season'>) =>
  seasons.at(-1)?.season !== season

/**
 * Whether the form is shown, instead of being folded. It is shown while the coach has not answered
 * (`needsAnswer`). An answer from another tab or phone folds the form, too, but not while it contains unsaved
 * input (`isTouched`), which would be lost.
 */
const useIsAsked = (needsAnswer: boolean, isTouched: boolean): boolean => {
  const [wasAsked, setWasAsked] = useState(needsAnswer)
  const isAsked = needsAnswer || (wasAsked && isTouched)
  // React allows setting state while rendering.
  if (isAsked !== wasAsked) setWasAsked(isAsked)
  return isAsked
}

/** The share of girls that the programme uses to estimate their number, by the id of the coach's answer. */
const girlsShareByAnswer = new Map([
  ['none', 0],
  ['few', 0.25],
  ['half', 0.5],
  ['most', 0.75],
  ['all', 1],
])

/**
 * The people a coach reached in each season: as text, and as a bar whose length is the size of the group and
 * whose darker part is the share of girls.
 */
const ImpactSeasons = ({ seasons }: { seasons: readonly SeasonImpact[] }) => {
  const t = useTranslate()
  // At least 1, because the width of a `viewBox` must be positive.
  const maxPeopleCount = Math.max(1, ...seasons.map(({ numberOfPeople }) => numberOfPeople))
  const getLabel = (question: 'youngFemale' | 'sportType', value: string) =>
    optionsByQuestion[question](t).find((option) => option.value === value)?.label ?? value
  if (seasons.length === 0) return null
  return (
    <>
      <ol className={styles.seasons}>
        {seasons.map(({ season, numberOfPeople, youngFemale, sportType }) => (
          <li key={season}>
            <p>
              <strong>{season}</strong> <span>{`· ${t('impact.people', { count: numberOfPeople })}`}</span>
            </p>
            <svg
              className={styles.bar}
              viewBox={`0 0 ${maxPeopleCount} 1`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className={styles.group} width={numberOfPeople} height="1" />
              <rect
                className={styles.girls}
                width={numberOfPeople * (girlsShareByAnswer.get(youngFemale) ?? 0)}
                height="1"
              />
            </svg>
            <p className={styles.note}>
              {t('impact.details', {
                girls: getLabel('youngFemale', youngFemale),
                sport: getLabel('sportType', sportType),
              })}
            </p>
          </li>
        ))}
      </ol>
      {/* Hidden from screen readers, which read the text of each bar instead. */}
      <ul className={styles.legend} aria-hidden="true">
        <li className={styles.girls}>{t('impact.legendGirls')}</li>
        <li className={styles.group}>{t('impact.legendOthers')}</li>
      </ul>
    </>
  )
}

/** The impact season by season, and the form for the current season. Once answered, the form is folded. */
export const ImpactContent = ({ seasons, season, readLatest, save }: Props) => {
  const t = useTranslate()
  const [isTouched, setIsTouched] = useState(false)
  const isAsked = useIsAsked(isUnanswered({ seasons, season }), isTouched)
  const form = (
    <ImpactForm
      pinned={isAsked}
      latest={seasons.at(-1)}
      readLatest={readLatest}
      save={save}
      onTouched={setIsTouched}
    />
  )
  return (
    <>
      <ImpactSeasons seasons={seasons} />
      {isAsked ? (
        <>
          <p>{t('impact.intro')}</p>
          {form}
        </>
      ) : (
        <Disclosure summary={t('impact.change')}>{form}</Disclosure>
      )}
    </>
  )
}
