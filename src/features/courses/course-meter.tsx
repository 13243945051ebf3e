import type { Course } from '../../config/courses.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Progress as Meter } from '../../ui/feedback/progress.tsx'
import styles from './course-meter.module.css'
import { courseProgress, type Progress } from '../../learning/progress.ts'

/** The progress of a course, as a bar and in words. */
export const CourseMeter = ({ course, progress }: { course: Course; progress: Progress }) => {
  const t = useTranslate()
  const { done, waiting, total } = courseProgress(course, progress)
  const text = t('courses.progress', { done, total })
  return (
    <div className={styles.meter}>
      <Meter value={done} max={total} label={text} />
      <p className={styles.meterText}>
        <span>{text}</span>
        {waiting > 0 && <span>{t('courses.waiting', { count: waiting })}</span>}
      </p>
    </div>
  )
}
