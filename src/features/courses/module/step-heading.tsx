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
  /** The number of the step, from 1; undefined for the result, which is not a step. */
  number: number | undefined
  stepCount: number
  pageCount: number
  minutes: number | undefined
}) => {
  const t = useTranslate()
  const facts: string[] = []
  if (number !== undefined) facts.push(t('steps.number', { step: number, count: stepCount }))
  if (number !== undefined && minutes !== undefined) facts.push(t('common.minutes', { count: minutes }))
  return (
    <h2 ref={ref} className={styles.heading} tabIndex={-1} data-only="screen">
      {facts.length > 0 && <span className={styles.number}>{facts.join(' · ')}</span>}{' '}
      <span>{t(`steps.${place.step}`)}</span>{' '}
      {pageCount > 1 && (
        <span className={styles.page}>{t('steps.page', { page: place.page, count: pageCount })}</span>
      )}
    </h2>
  )
}
