import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { Translate } from '../../i18n/translate.ts'

/**
 * Returns the title of a course. Until its texts are loaded, this is the text of its link in the footer.
 * `slug` is the message id of the course's path. There are two courses.
 */
export const getCourseTitle = (
  { slug }: Course,
  texts: CourseCatalogue[string] | undefined,
  t: Translate,
): string => texts?.title ?? t(slug === 'courseSlug' ? 'footer.course' : 'footer.footballCourse')
