import type { Services } from '../../app/services/services.ts'
import { courses } from '../../config/courses.ts'
import type { LocaleCode } from '../../config/locales.ts'
import type { LibraryDrill } from '../../features/drills/drill-filter.ts'

/**
 * Loads the drills of all modules, or of those with the given ids, in the order of the courses. Leaves out a
 * module whose texts cannot be loaded now.
 */
export const loadDrills = async (
  services: Services,
  locale: LocaleCode,
  moduleIds?: readonly string[],
): Promise<LibraryDrill[]> => {
  const modules = courses.flatMap((course) =>
    course.modules
      .filter(({ id, kind }) => kind === 'video' && moduleIds?.includes(id) !== false)
      .map((module) => ({ course, module })),
  )
  const results = await Promise.allSettled(
    modules.map(async ({ course, module }) => {
      const { drill } = await services.offline.catalogues.module(locale, module.id)
      return drill ? [{ course, module, drill }] : []
    }),
  )
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
