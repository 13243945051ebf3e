import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The title of a course; where its texts are not there, what the links of the site call it. */
export const courseTitle = (
  { slug }: Course,
  texts: CourseCatalogue[string] | undefined,
  t: Translate,
): string => texts?.title ?? t(slug === 'courseSlug' ? 'footer.course' : 'footer.footballCourse')
