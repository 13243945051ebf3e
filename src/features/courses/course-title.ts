import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The title of a course; without its texts, the title that the footer's link to it has. */
export const courseTitle = (
  { slug }: Course,
  texts: CourseCatalogue[string] | undefined,
  t: Translate,
): string => texts?.title ?? t(slug === 'courseSlug' ? 'footer.course' : 'footer.footballCourse')
