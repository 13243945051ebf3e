import { useTranslate } from '../../i18n/use-translate.ts'
import { optionsOf } from '../../person/form/registration-select.tsx'
import styles from './impact.module.css'
import type { SeasonImpact } from './use-impact.ts'

/** The share of a group for each answer, as the programme counts it. */
const shares = new Map([
  ['none', 0],
  ['few', 0.25],
  ['half', 0.5],
  ['most', 0.75],
  ['all', 1],
])

/**
 * The people a coach reached in each season: a bar as long as the group, with the girls' part darker, and the
 * same as text.
 */
export const ImpactSeasons = ({ seasons }: { seasons: readonly SeasonImpact[] }) => {
  const t = useTranslate()
  const most = Math.max(1, ...seasons.map(({ numberOfPeople }) => numberOfPeople))
  const labelOf = (question: 'youngFemale' | 'sportType', value: string) =>
    optionsOf[question](t).find((option) => option.value === value)?.label ?? value
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
              viewBox={`0 0 ${most} 1`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className={styles.group} width={numberOfPeople} height="1" />
              <rect
                className={styles.girls}
                width={numberOfPeople * (shares.get(youngFemale) ?? 0)}
                height="1"
              />
            </svg>
            <p className={styles.note}>
              {t('impact.details', {
                girls: labelOf('youngFemale', youngFemale),
                sport: labelOf('sportType', sportType),
              })}
            </p>
          </li>
        ))}
      </ol>
      {/* Each bar also explains the colours in words. */}
      <ul className={styles.legend} aria-hidden="true">
        <li className={styles.girls}>{t('impact.legendGirls')}</li>
        <li className={styles.group}>{t('impact.legendOthers')}</li>
      </ul>
    </>
  )
}
