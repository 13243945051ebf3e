import type { Services } from '../../../app/services/services.ts'
import type { Course, CourseModule } from '../../../config/courses.ts'
import type { LocaleCode } from '../../../config/locales.ts'
import { createSurveyDraft } from '../../../features/surveys/survey-draft.ts'
import { listPlaces, type createModulePlace } from '../../../learning/module-steps.ts'
import { createVideoPosition } from '../../../learning/video-position.ts'
import type { SignedInUser } from '../../-guards.ts'

type Selection = {
  course: Course
  module: CourseModule
  user: SignedInUser
  savedPlace: ReturnType<typeof createModulePlace>
}

/**
 * Loads the texts of a module, and what a coach has saved on this device: a draft (`initialDraft`) and the
 * video position (`savedPosition`). `draft` and `position` read and write them.
 */
export const loadModule = async (
  { device, offline: { catalogues } }: Services,
  locale: LocaleCode,
  { course, module, user, savedPlace }: Selection,
) => {
  const draft = createSurveyDraft(device, user.userID, module.id)
  const position = createVideoPosition(device.drafts, user.userID, module.id)
  const [catalogue, content, initialDraft, savedPosition] = await Promise.all([
    catalogues.courses(locale),
    catalogues.module(locale, module.id),
    draft.read(),
    position.read(),
  ])
  return {
    user,
    course,
    module,
    courseTexts: catalogue[course.id],
    content,
    draft,
    initialDraft,
    position,
    savedPosition,
    savedPlace,
    places: listPlaces(module, content),
  }
}
