import type { Services } from '../../../app/services/services.ts'
import type { Course, CourseModule } from '../../../config/courses.ts'
import type { LocaleCode } from '../../../config/locales.ts'
import { createSurveyDraft } from '../../../features/surveys/survey-draft.ts'
import { createCelebration } from '../../../learning/celebration.ts'
import { listPositions } from '../../../learning/module-steps.ts'
import { createOpenedPages } from '../../../learning/opened-pages.ts'
import type { createSavedPosition } from '../../../learning/saved-position.ts'
import { createVideoPosition } from '../../../learning/video-position.ts'
import type { SignedInUser } from '../../-guards.ts'

type Selection = {
  course: Course
  module: CourseModule
  user: SignedInUser
  storedPosition: ReturnType<typeof createSavedPosition>
}

/**
 * Loads the texts of a module, and what a coach has saved on this device: a draft (`initialDraft`), the video
 * position (`savedVideoPosition`), the opened pages (`savedPages`) and whether the module is yet to be celebrated
 * (`isCelebrationStored`). `draft`, `videoPosition`, `openedPages` and `celebration` read and write them.
 */
export const loadModule = async (
  { device, offline: { catalogues } }: Services,
  locale: LocaleCode,
  { course, module, user, storedPosition }: Selection,
) => {
  const draft = createSurveyDraft(device, user.userID, module.id)
  const videoPosition = createVideoPosition(device.drafts, user.userID, module.id)
  const openedPages = createOpenedPages(device.drafts, user.userID, module.id)
  const celebration = createCelebration(device.drafts, user.userID, module.id)
  const [catalogue, content, initialDraft, savedVideoPosition, savedPages = [], isCelebrationStored = false] =
    await Promise.all([
      catalogues.courses(locale),
      catalogues.module(locale, module.id),
      draft.read(),
      videoPosition.read(),
      openedPages.read(),
      celebration.read(),
    ])
  return {
    user,
    course,
    module,
    courseTexts: catalogue[course.id],
    content,
    draft,
    initialDraft,
    videoPosition,
    savedVideoPosition,
    openedPages,
    savedPages,
    celebration,
    isCelebrationStored,
    storedPosition,
    positions: listPositions(module, content),
  }
}
