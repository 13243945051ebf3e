import type { CourseModule } from '../../config/courses.ts'
import type { ModuleTexts } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './module-row.module.css'
import { minutesAndSeconds } from '../../lib/minutes-and-seconds.ts'
import type { ModuleProgress, ModuleState } from '../../learning/progress.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { classNames } from '../../ui/class-names.ts'
import badge from './module-badge.module.css'

const texts: Record<ModuleState, MessageId> = {
  open: 'courses.stateOpen',
  started: 'courses.stateStarted',
  waiting: 'courses.stateWaiting',
  'needs-you': 'courses.stateNeedsYou',
  complete: 'courses.stateComplete',
}

/** The state of a module in a word, with a sign beside it for those who do not see its colour. */
const ModuleBadge = ({ state }: { state: ModuleState }) => {
  const t = useTranslate()
  return <span className={classNames(badge.badge, badge[state])}>{t(texts[state])}</span>
}

/** What a coach who has begun a module still has to do. */
const LeftToDo = ({ module, progress }: { module: CourseModule; progress: ModuleProgress }) => {
  const t = useTranslate()
  const left: MessageId[] = []
  if (!progress.finished) left.push(module.kind === 'video' ? 'courses.leftVideo' : 'courses.leftText')
  if (!progress.answered) left.push('courses.leftQuestions')
  return <span>{left.map((part) => t(part)).join(' · ')}</span>
}

/** One module in the list of its course: the whole row leads to it. */
export const ModuleRow = ({
  module,
  to,
  number,
  texts,
  progress,
  downloaded,
}: {
  module: CourseModule
  to: string
  number: number
  texts: ModuleTexts | undefined
  progress: ModuleProgress | undefined
  /** Its video plays without a connection. */
  downloaded: boolean
}) => {
  const t = useTranslate()
  return (
    <article className={styles.row}>
      <ModulePicture module={module} />
      <div className={styles.rowText}>
        <p className={styles.kind}>
          {t('courses.moduleNumber', { number })} ·{' '}
          {module.kind === 'video'
            ? t('courses.video', { duration: minutesAndSeconds(module.video.duration) })
            : t('courses.reading')}
        </p>
        <h3>
          <LocaleLink viewTransition to={to} className={styles.rowLink}>
            {texts?.title ?? module.id}
          </LocaleLink>
        </h3>
        <p className={styles.summary}>{texts?.summary}</p>
        <p className={styles.marks}>
          <ModuleBadge state={progress?.state ?? 'open'} />
          {progress?.state === 'started' && <LeftToDo module={module} progress={progress} />}
          {downloaded && <span className={styles.downloaded}>{t('offline.keptShort')}</span>}
        </p>
      </div>
    </article>
  )
}

/** A page of text has no picture of its own. */
const ModulePicture = ({ module }: { module: CourseModule }) =>
  module.kind === 'video' ? (
    <img className={styles.thumb} src={module.video.poster} alt="" width="160" height="90" loading="lazy" />
  ) : (
    <span className={styles.page} aria-hidden="true">
      ¶
    </span>
  )
