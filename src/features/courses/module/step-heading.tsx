import type { Ref } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { ModulePlace } from '../../../learning/module-steps.ts'
import styles from './module-screen.module.css'

/** Shows the number of a step, how long it takes, its name, and the number of its page. */
export const StepHeading = ({
  ref,
  place,
  number,
  stepCount,
  pageCount,
  minutes,
}: {
  ref: Ref<HTMLHeadingElement>
  place: ModulePlace
  number: number | undefined
  stepCount: number
  pageCount: number
  minutes: number | undefined
}) => {
  const t = useTranslate()
  return (
    <h2 ref={ref} className={styles.heading} tabIndex={-1} data-only="screen">
      {number !== undefined && (
        <span className={styles.number}>
          {[
            t('steps.number', { step: number, count: stepCount }),
            minutes !== undefined && t('common.minutes', { count: minutes }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}{' '}
      <span>{t(`steps.${place.step}`)}</span>{' '}
      {pageCount > 1 && (
        <span className={styles.page}>{t('steps.page', { page: place.page, count: pageCount })}</span>
      )}
    </h2>
  )
}
