import { useTranslate } from '../../../i18n/use-translate.ts'
import { needsPerson, type UploadTask } from '../../../uploads/task.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from '../files.module.css'
import { useSlowly } from '../use-slowly.ts'

/** ms between two announcements: progress itself is never read out, and many small files are read out as a number */
const pause = 4000

/** Where the uploads are as a whole: on screen as it is, to a screen reader politely. */
export const Announcer = ({ tasks }: { tasks: readonly UploadTask[] }) => {
  const t = useTranslate()
  const done = tasks.filter(({ status }) => status.state === 'COMPLETED').length
  const count = tasks.filter(({ status }) => status.state !== 'CANCELLED').length
  const waiting = tasks.filter(({ status }) => needsPerson(status)).length
  const summary = t('files.summary', { done, count })
  const words = waiting > 0 ? `${summary} · ${t('files.needYou', { count: waiting })}` : summary
  const slowly = useSlowly(count > 0 ? words : '', pause)
  return (
    <>
      <p className={styles.hint} aria-hidden="true">
        {count > 0 && words}
      </p>
      <VisuallyHidden live>{slowly}</VisuallyHidden>
    </>
  )
}
