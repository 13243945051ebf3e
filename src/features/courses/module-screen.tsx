import type { ReactNode } from 'react'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { standaloneLink } from '../../ui/standalone-link.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './courses.module.css'
import { ModuleVideo, VideoOnPaper } from './module-video.tsx'
import type { WatchedPart } from '../../learning/module-records.ts'
import { isPlayable, type VideoFailure } from './use-video-failure.ts'

type ModuleProps = {
  course: Course
  module: CourseModule
  texts: CourseCatalogue[string] | undefined
  /** The module that the step after the answers links to. */
  linkedModule: CourseModule | undefined
}

type VideoState = {
  failure: VideoFailure | undefined
  onFailure: (failure: VideoFailure | undefined) => void
  onBegin: () => void
  onWatched: (watched: WatchedPart) => void
  onPosition: (seconds: number | undefined) => void
}

/** One module: video, aims, text, survey (as `children`), and the next links. */
export const ModuleScreen = ({
  course,
  module,
  texts,
  offline,
  linkedModule,
  video,
  startAt,
  pageUrl,
  jumpLinks,
  aims,
  download,
  children,
}: ModuleProps & {
  offline: boolean
  video: VideoState
  /** Seconds; the position where the coach stopped last time. */
  startAt: number | undefined
  /** The URL of this page, for readers on paper. */
  pageUrl: string
  /** Links from the video to the content far below it. */
  jumpLinks: ReactNode
  aims: ReactNode
  /** Downloads the module to this phone; shown below the video and its description. */
  download: ReactNode
  children: ReactNode
}) => {
  const t = useTranslate()
  const moduleTexts = texts?.modules[module.id]
  const film = module.kind === 'video' && (
    <>
      <div data-only="screen">
        <ModuleVideo
          key={module.id}
          video={module.video}
          title={moduleTexts?.title ?? ''}
          offline={offline}
          startAt={startAt}
          {...video}
        />
      </div>
      <VideoOnPaper video={module.video} pageUrl={pageUrl} />
      {jumpLinks}
    </>
  )
  const courseLink = (
    <LocaleLink viewTransition to={t(course.slug)} className={standaloneLink}>
      {t('courses.moduleOf', { number: course.modules.indexOf(module) + 1, count: course.modules.length })}
    </LocaleLink>
  )
  return (
    <Page
      title={moduleTexts?.title ?? module.id}
      parentLink={courseLink}
      media={film}
      intro={moduleTexts?.summary}
    >
      {aims}
      {/* A video that this browser cannot play is not offered for download. */}
      {module.kind === 'video' && isPlayable(module.video) && download}
      {children}
      <ModuleNavigation course={course} module={module} texts={texts} linkedModule={linkedModule} />
    </Page>
  )
}

/** Links to the course and to the next module, unless the step after the answers links there already. */
const ModuleNavigation = ({ course, module, texts, linkedModule }: ModuleProps) => {
  const t = useTranslate()
  const next = course.modules[course.modules.indexOf(module) + 1]
  return (
    <nav className={styles.onward} aria-label={t('courses.modules')}>
      <LocaleLink viewTransition to={t(course.slug)} className={styles.back}>
        {t('courses.backToCourse')}
      </LocaleLink>
      {next && next.id !== linkedModule?.id && (
        <LocaleLink viewTransition to={`${t(course.slug)}/${next.id}`} className={buttonClass('secondary')}>
          {t('courses.nextModule', { title: texts?.modules[next.id]?.title ?? next.id })}
        </LocaleLink>
      )}
    </nav>
  )
}
