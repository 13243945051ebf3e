import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Course } from '../../config/courses.ts'
import type { LocaleCode } from '../../config/locales.ts'
import { courseDownload } from '../../offline/course-download.ts'
import { moduleFiles } from '../../offline/module-files.ts'
import type { OfflineModules } from '../../offline/offline-modules.ts'
import { canPlay } from '../../platform/can-play.ts'

/**
 * The films of a course as one download: its progress, its size in bytes, and functions to start and pause
 * it.
 */
export const useCourseDownload = (modules: OfflineModules, course: Course, locale: LocaleCode) => {
  const snapshot = useSyncExternalStore(modules.subscribe, modules.snapshot)
  const download = courseDownload(course, snapshot, (id) => moduleFiles(id, locale, canPlay) !== undefined)
  const { films, left, begun } = download
  const size = useQuery({
    queryKey: ['course-size', course.id, locale],
    queryFn: async () => {
      const sizes = await Promise.all(films.map(async (id) => modules.sizeOf(id, locale)))
      return sizes.reduce((sum, one) => sum + one, 0)
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
      const running = left.filter((id) => snapshot.get(id)?.is === 'downloading')
      await Promise.all(running.map((id) => modules.pause(id)))
    },
  }
}
