import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useStore } from '../../lib/use-store.ts'
import { courseDownload, type CourseDownload } from '../../offline/course-download.ts'
import { standaloneLink } from '../../ui/standalone-link.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { resumeLabel, nonBreakingSize } from './download-module.tsx'
import styles from './offline.module.css'
import type { Course } from '../../config/courses.ts'
import type { LocaleCode } from '../../config/locales.ts'
import { moduleFiles } from '../../offline/module-files.ts'
import type { OfflineModules } from '../../offline/offline-modules.ts'
import { canPlay } from '../../platform/can-play.ts'

/**
 * The films of a course as one download: its progress, its size in bytes, and functions to start and to pause
 * it.
 */
export const useCourseDownload = (modules: OfflineModules, course: Course, locale: LocaleCode) => {
  const snapshot = useStore(modules, modules.snapshot)
  const download = courseDownload(course, snapshot, (id) => moduleFiles(id, locale, canPlay) !== undefined)
  const { films, left, begun } = download
  const size = useQuery({
    queryKey: ['course-size', course.id, locale],
    queryFn: async () => {
      const sizes = await Promise.all(films.map(async (id) => modules.sizeOf(id, locale)))
      return sizes.reduce((sum, bytes) => sum + bytes, 0)
    },
    // Each film takes three requests, so once per visit is enough.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !begun,
  })
  return {
    download,
    size: size.data,
    start: async (): Promise<void> => {
      for (const module of left) await modules.download(module, locale)
    },
    pause: async (): Promise<void> => {
      const downloading = left.filter((id) => snapshot.get(id)?.is === 'downloading')
      await Promise.all(downloading.map((id) => modules.pause(id)))
    },
  }
}

type Props = {
  download: CourseDownload
  /** Bytes of all films; undefined if the server has not returned the size. */
  size: number | undefined
  offline: boolean
  /** Downloads the remaining films, or resumes them. */
  onDownload: () => void
  onPause: () => void
  /** The check of this device; shown once something of the course is downloaded. */
  children: ReactNode
}

/** Downloads all films of a course with one tap, and shows the progress. */
export const TakeAlong = ({ download, size, offline, onDownload, onPause, children }: Props) => {
  const t = useTranslate()
  return (
    <Card data-only="screen">
      <h2>{t('takeAlong.title')}</h2>
      {download.left.length === 0 ? (
        <output className={styles.downloaded}>{t('takeAlong.done', { count: download.films.length })}</output>
      ) : (
        <RemainingFilms
          download={download}
          size={size}
          offline={offline}
          onDownload={onDownload}
          onPause={onPause}
        />
      )}
      {download.begun && (
        <>
          {children}
          <LocaleLink to="storage" className={standaloneLink}>
            {t('offline.toStorage')}
          </LocaleLink>
        </>
      )}
    </Card>
  )
}

/** The films that are not downloaded yet, and the button for them. */
const RemainingFilms = ({ download, size, offline, onDownload, onPause }: Omit<Props, 'children'>) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { films, left, share, begun, running, because } = download
  const downloadLabel = (): string => {
    if (because) return t(resumeLabel(because))
    if (begun) return t('takeAlong.rest', { count: left.length })
    if (size === undefined) return t('takeAlong.start')
    return t('takeAlong.startSized', { size: nonBreakingSize(size, code) })
  }
  const renderAction = () => {
    if (running)
      return (
        <Button variant="secondary" onClick={onPause}>
          {t('offline.pause')}
        </Button>
      )
    if (offline) return <p className={styles.note}>{t('takeAlong.needsConnection')}</p>
    return (
      <Button variant="secondary" onClick={onDownload}>
        {downloadLabel()}
      </Button>
    )
  }
  const progress = t('takeAlong.progress', { done: films.length - left.length, total: films.length })
  return (
    <>
      {begun ? (
        <>
          <Progress label={t('takeAlong.title')} value={share} max={1} />
          <output>{because ? t(`offline.because.${because}`) : progress}</output>
        </>
      ) : (
        <p>{t('takeAlong.about', { count: films.length })}</p>
      )}
      <div>{renderAction()}</div>
    </>
  )
}
