import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { Subjects } from './entry-title.ts'

/** The titles of every course and module of a catalogue. */
export const subjectsOf = (catalogue: CourseCatalogue): Subjects => {
  const titles = Object.entries(catalogue).map(([course, { title }]) => [course, title])
  const modules = Object.values(catalogue).flatMap((course) => Object.entries(course.modules))
  return Object.fromEntries(titles.concat(modules.map(([module, { title }]) => [module, title])))
}
