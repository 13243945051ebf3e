import type { Services } from '../../app/services/services.ts'
import { courses } from '../../config/courses.ts'
import type { LocaleCode } from '../../config/locales.ts'
import type { LibraryDrill } from '../../features/drills/filter-drills.ts'

/**
 * The drills of all modules, or of those with the given ids, in the order of the courses. A module whose texts
 * cannot be loaded now is left out.
 */
export const loadDrills = async (
  services: Services,
  locale: LocaleCode,
  only?: readonly string[],
): Promise<LibraryDrill[]> => {
  const modules = courses.flatMap((course) =>
    course.modules
      .filter(({ id, kind }) => kind === 'video' && only?.includes(id) !== false)
      .map((module) => ({ course, module })),
  )
  const loaded = await Promise.allSettled(
    modules.map(async ({ course, module }) => {
      const { drill } = await services.offline.catalogues.module(locale, module.id)
      return drill ? [{ course, module, drill }] : []
    }),
  )
  return loaded.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
