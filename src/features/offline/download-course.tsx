import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Course } from '../../config/courses.ts'
import type { LocaleCode } from '../../config/locales.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useStore } from '../../lib/use-store.ts'
import { summariseCourseDownload, type CourseDownload } from '../../offline/course-download.ts'
import { selectModuleFiles } from '../../offline/module-files.ts'
import type { OfflineModules } from '../../offline/offline-modules.ts'
import { canPlay } from '../../platform/can-play.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { formatNonBreakingSize, getResumeLabel } from './download-module.tsx'
import styles from './offline.module.css'

/**
 * Provides the videos of a course as one download: its progress, its size in bytes, and functions to start
 * and to pause it.
 */
export const useCourseDownload = (modules: OfflineModules, course: Course, locale: LocaleCode) => {
  const snapshot = useStore(modules, modules.snapshot)
  const download = summariseCourseDownload(
    course,
    snapshot,
    // Undefined if this browser cannot play the video of the module.
    (id) => selectModuleFiles(id, locale, canPlay) !== undefined,
  )
  const { playableModuleIds, remainingModuleIds, hasStarted } = download
  const sizeQuery = useQuery({
    queryKey: ['course-size', course.id, locale],
    queryFn: async () => {
      const sizes = await Promise.all(playableModuleIds.map(async (id) => modules.measureSize(id, locale)))
      return sizes.reduce((sum, bytes) => sum + bytes, 0)
    },
    // Measuring takes three requests per video, so once per visit is enough.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !hasStarted,
  })
  return {
    download,
    size: sizeQuery.data,
    start: async (): Promise<void> => {
      for (const id of remainingModuleIds) await modules.download(id, locale)
    },
    pause: async (): Promise<void> => {
      const runningModules = remainingModuleIds.filter((id) => snapshot.get(id)?.kind === 'downloading')
      await Promise.all(runningModules.map((id) => modules.pause(id)))
    },
  }
}

type Props = {
  download: CourseDownload
  /** The size of all videos in bytes, or undefined if the server has not returned it. */
  size: number | undefined
  /** Whether the server cannot be reached at the moment. */
  offline: boolean
  /** Downloads the remaining videos, or resumes their downloads. */
  onDownload: () => void
  onPause: () => void
  /**
   * The check whether this device has everything that a coach needs offline. It is shown once the download of the
   * course has started.
   */
  children: ReactNode
}

/** The progress of the download, and a button to start, pause or resume it. */
const RemainingVideos = ({ download, size, offline, onDownload, onPause }: Omit<Props, 'children'>) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { playableModuleIds, remainingModuleIds, progress, hasStarted, isRunning, pauseReason } = download
  const getDownloadLabel = (): string => {
    if (pauseReason) return t(getResumeLabel(pauseReason))
    if (hasStarted) return t('takeAlong.rest', { count: remainingModuleIds.length })
    if (size === undefined) return t('takeAlong.start')
    return t('takeAlong.startSized', { size: formatNonBreakingSize(size, code) })
  }
  const renderAction = () => {
    if (isRunning)
      return (
        <Button variant="secondary" onClick={onPause}>
          {t('offline.pause')}
        </Button>
      )
    if (offline) return <p className={styles.note}>{t('takeAlong.needsConnection')}</p>
    return (
      <Button variant="secondary" onClick={onDownload}>
        {getDownloadLabel()}
      </Button>
    )
  }
  const total = playableModuleIds.length
  const countsText = t('takeAlong.progress', { done: total - remainingModuleIds.length, total })
  return (
    <>
      {hasStarted ? (
        <>
          <Progress label={t('takeAlong.title')} value={progress} max={1} />
          <output>{pauseReason ? t(`offline.because.${pauseReason}`) : countsText}</output>
        </>
      ) : (
        <p>{t('takeAlong.about', { count: total })}</p>
      )}
      <div>{renderAction()}</div>
    </>
  )
}

/** Downloads all videos of a course with one tap, for use without a connection. Shows the progress. */
export const DownloadCourse = ({ download, size, offline, onDownload, onPause, children }: Props) => {
  const t = useTranslate()
  return (
    <Card data-only="screen">
      <h2>{t('takeAlong.title')}</h2>
      {download.remainingModuleIds.length === 0 ? (
        <output className={styles.downloaded}>
          {t('takeAlong.done', { count: download.playableModuleIds.length })}
        </output>
      ) : (
        <RemainingVideos
          download={download}
          size={size}
          offline={offline}
          onDownload={onDownload}
          onPause={onPause}
        />
      )}
      {download.hasStarted && (
        <>
          {children}
          <LocaleLink to="storage" className={standaloneLinkClass}>
            {t('offline.toStorage')}
          </LocaleLink>
        </>
      )}
    </Card>
  )
}
