import type { Course } from '../../config/courses.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { getCourseProgress, type Progress, type ProgressState } from '../../learning/progress.ts'
import { Progress as Meter } from '../../ui/feedback/progress.tsx'
import styles from './course-meter.module.css'

type Props = { course: Course; progress: Progress; progressState: ProgressState }

/**
 * Shows the progress of a course as a bar and in words. Until the progress on the server is known, it shows
 * no numbers, unless the whole course was completed on this device.
 */
export const CourseMeter = ({ course, progress, progressState }: Props) => {
  const t = useTranslate()
  // Numbers of modules. `done` includes the `waiting` ones, which are complete but not delivered yet.
  const { done, waiting, total } = getCourseProgress(course, progress)
  const text = t('courses.progress', { done, total })
  const isProgressKnown = progressState === 'known' || done === total
  return (
    <div className={styles.meter}>
      {isProgressKnown ? <Meter value={done} max={total} label={text} /> : <div className={styles.track} />}
      <p className={styles.meterText}>
        {isProgressKnown && <span>{text}</span>}
        {!isProgressKnown && progressState === 'unknown' && (
          <span className={styles.unknown}>{t('courses.progressUnknown')}</span>
        )}
        {waiting > 0 && <span className={styles.waiting}>{t('courses.waiting', { count: waiting })}</span>}
      </p>
    </div>
  )
}
