import { useId } from 'react'
import type { VitalSummary } from '../../../contract/product-api/admin/health-overview-api.ts'
import {
  rateVital,
  ratingBounds,
  vitalRatings,
  type VitalRating,
} from '../../../contract/product-api/vital-ratings.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { formatShare, formatVital } from './format-vital.ts'
import styles from './health.module.css'
import { ratingMessages } from './rating-messages.ts'

const ratingClasses: Record<VitalRating, string | undefined> = {
  good: styles.good,
  'needs-improvement': styles.needsImprovement,
  poor: styles.poor,
}

/** The colours of the ratings, once for all cards. Screen readers read the ratings in each card. */
export const RatingLegend = () => {
  const t = useTranslate()
  return (
    <ul className={styles.legend} aria-hidden="true">
      {vitalRatings.map((rating) => (
        <li key={rating}>
          <span className={classNames(styles.dot, ratingClasses[rating])} />
          <span>{t(ratingMessages[rating])}</span>
        </li>
      ))}
    </ul>
  )
}

/** The shares of the three ratings in the reports, as a bar and as text. */
const RatingShares = ({ summary: { ratings, count } }: { summary: VitalSummary }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const counts: Record<VitalRating, number> = {
    good: ratings.good,
    'needs-improvement': ratings.needs_improvement,
    poor: ratings.poor,
  }
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {vitalRatings
          .filter((rating) => counts[rating] > 0)
          .map((rating) => (
            <span key={rating} className={ratingClasses[rating]} style={{ flexGrow: counts[rating] }} />
          ))}
      </div>
      <ul className={styles.shares}>
        {vitalRatings.map((rating) => (
          <li key={rating}>
            <span>
              <span className={classNames(styles.dot, ratingClasses[rating])} aria-hidden="true" />
              <VisuallyHidden>{t(ratingMessages[rating])}</VisuallyHidden>
            </span>{' '}
            <span className={styles.share}>{formatShare(counts[rating] / count, code)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const VitalName = ({ vital, id }: { vital: VitalSummary['vital']; id?: string }) => {
  const t = useTranslate()
  return (
    <h3 id={id}>
      <span>{t(`admin.health.vital.${vital}`)}</span> <span translate="no">{`(${vital})`}</span>
    </h3>
  )
}

/** The 75th percentile of a vital, with its rating. */
const P75WithRating = ({ vital, p75 }: Pick<VitalSummary, 'vital'> & { p75: number }) => {
  const t = useTranslate()
  const { code } = useLocale()
  return (
    <p className={styles.figure}>
      <span className={styles.p75}>{formatVital(vital, p75, code)}</span>{' '}
      <span className={styles.rating} data-rating={rateVital(vital, p75)}>
        {t(ratingMessages[rateVital(vital, p75)])}
      </span>
    </p>
  )
}

/** Whether the rating of a vital is worse than "good". */
export const isBelowGood = ({ vital, p75 }: VitalSummary): boolean =>
  p75 !== null && rateVital(vital, p75) !== 'good'

/** A web vital that is good, or that has too few reports: one row without details. */
export const VitalRow = ({ summary: { vital, p75, count } }: { summary: VitalSummary }) => {
  const t = useTranslate()
  return (
    <li className={styles.vitalRow}>
      <div>
        <VitalName vital={vital} />
        <p className={styles.notes}>{t('admin.health.reports', { count })}</p>
      </div>
      {p75 === null ? (
        <p className={styles.tooFew}>{t('admin.health.tooFew')}</p>
      ) : (
        <P75WithRating vital={vital} p75={p75} />
      )}
    </li>
  )
}

/**
 * A web vital that is not good, over all pages: its 75th percentile (`p75`) with its rating, and the shares of
 * the ratings.
 */
export const VitalCard = ({ summary }: { summary: VitalSummary }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const id = useId()
  const { vital, p75, count } = summary
  // A value above `maxImprovable` is poor.
  const [maxGood, maxImprovable] = ratingBounds[vital]
  return (
    <section className={styles.vital} aria-labelledby={id}>
      <VitalName vital={vital} id={id} />
      {p75 !== null && <P75WithRating vital={vital} p75={p75} />}
      <RatingShares summary={summary} />
      <p className={styles.notes}>
        <span>{t('admin.health.reports', { count })}</span>{' '}
        <span>
          {t('admin.health.bounds', {
            good: formatVital(vital, maxGood, code),
            poor: formatVital(vital, maxImprovable, code),
          })}
        </span>
      </p>
    </section>
  )
}
