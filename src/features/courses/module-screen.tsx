import type { ReactNode } from 'react'
import type { Course, CourseModule, Video } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { canPlay } from '../../platform/can-play.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './courses.module.css'
import { ModuleVideo } from './module-video.tsx'
import type { Watched } from '../../learning/module-records.ts'

type ModuleProps = {
  course: Course
  module: CourseModule
  texts: CourseCatalogue[string] | undefined
}

type VideoListeners = {
  /** The coach has begun the video. */
  onBegin: () => void
  onWatched: (watched: Watched) => void
  onPosition: (seconds: number | undefined) => void
}

/** What cannot be played here is not offered for the time without a connection. */
const isPlayable = ({ sources }: Video): boolean => sources.some(({ type }) => canPlay(type))

/** One module: aims, video, text, survey (as `children`), and the way on. */
export const ModuleScreen = ({
  course,
  module,
  texts,
  video,
  videoAt,
  aims,
  download,
  children,
}: ModuleProps & {
  video: VideoListeners
  /** seconds; where the coach stopped the last time */
  videoAt: number | undefined
  /** Before the video. */
  aims: ReactNode
  /** Downloads the module to this phone; below the video. */
  download: ReactNode
  children: ReactNode
}) => {
  const own = texts?.modules[module.id]
  return (
    <Page title={own?.title ?? module.id} intro={own?.summary}>
      {aims}
      {module.kind === 'video' && (
        <ModuleVideo
          key={module.id}
          video={module.video}
          title={own?.title ?? ''}
          startAt={videoAt}
          {...video}
        />
      )}
      {module.kind === 'video' && isPlayable(module.video) && download}
      {children}
      <WayOn {...{ course, module, texts }} />
    </Page>
  )
}

const WayOn = ({ course, module, texts }: ModuleProps) => {
  const t = useTranslate()
  const next = course.modules[course.modules.indexOf(module) + 1]
  return (
    <nav className={styles.onward} aria-label={t('courses.modules')}>
      <LocaleLink viewTransition to={t(course.slug)} className={styles.back}>
        {t('courses.backToCourse')}
      </LocaleLink>
      {next && (
        <LocaleLink viewTransition to={`${t(course.slug)}/${next.id}`} className={buttonClass('secondary')}>
          {t('courses.nextModule', { title: texts?.modules[next.id]?.title ?? next.id })}
        </LocaleLink>
      )}
    </nav>
  )
}
