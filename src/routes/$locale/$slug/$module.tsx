import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { ModuleScreen } from '../../../features/courses/module-screen.tsx'
import type { VideoAction } from '../../../features/courses/module-video.tsx'
import { NotFound } from '../../../features/shell/not-found.tsx'
import { answersQuery } from '../../../features/surveys/answers-query.ts'
import { saveAnswers } from '../../../features/surveys/save-answers.ts'
import { storedAnswers } from '../../../features/surveys/stored-answers.ts'
import { createSurveyDraft } from '../../../features/surveys/survey-draft.ts'
import { Survey } from '../../../features/surveys/survey.tsx'
import { wordsOf } from '../../../i18n/words.ts'
import { placeOf } from '../../-place.ts'
import { requireSignIn } from '../../-require-sign-in.ts'

/** One module of a course. */
export const Route = createFileRoute('/$locale/$slug/$module')({
  beforeLoad: ({ context, params }) => {
    const place = placeOf(params.slug, wordsOf(context.words))
    const course = place?.kind === 'course' ? place.course : undefined
    const module = course?.modules.find(({ id }) => id === params.module)
    return { found: course && module && { course, module }, user: requireSignIn(context).user }
  },
  loader: async ({ context: { services, locale, found, user } }) => {
    // Thrown by `beforeLoad`, "not found" would replace the whole site, header and words included.
    if (!found) throw notFound()
    const { course, module } = found
    const draft = createSurveyDraft(services.drafts, user.userID, module.id)
    const [words, begun] = await Promise.all([services.catalogues.courses(locale.code), draft.read()])
    return { course, module, words: words[course.id], draft, begun }
  },
  // Kept for a later visit, the draft of this one would hide what was typed since.
  gcTime: 0,
  component: ModuleRoute,
  notFoundComponent: NotFound,
})

function ModuleRoute() {
  const { services, user } = Route.useRouteContext()
  const { course, module, words, draft, begun } = Route.useLoaderData()
  const { api, outbox, track } = services
  const delivered = useQuery(answersQuery(api, user.userID, module))
  const { entries } = useSyncExternalStore(outbox.subscribe, outbox.snapshot)

  const onVideo = (action: VideoAction) =>
    void outbox.add('module.progressed.v1', { video_id: module.id, type: 'video', action })

  return (
    <ModuleScreen course={course} module={module} words={words} onVideo={onVideo}>
      <Survey
        key={module.id}
        questions={module.survey}
        words={words?.modules[module.id]?.survey ?? {}}
        stored={storedAnswers(module.id, entries, delivered.data)}
        draft={begun}
        onDraft={draft.write}
        onSubmit={async (answers) => {
          const failure = await saveAnswers(outbox, module, answers)
          if (failure) return failure
          track('survey_answered', { module: module.id })
          await draft.discard()
          return undefined
        }}
      />
    </ModuleScreen>
  )
}
