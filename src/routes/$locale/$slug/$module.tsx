import { createFileRoute, notFound } from '@tanstack/react-router'
import { ModuleScreen } from '../../../features/courses/module-screen.tsx'
import { ledToBy, NextStep } from '../../../features/courses/next-step.tsx'
import { useVideoFailure } from '../../../features/courses/use-video-failure.ts'
import { useModuleRecords } from '../../../learning/use-module-records.ts'
import { createVideoPosition } from '../../../learning/video-position.ts'
import { Aims } from '../../../features/lesson/aims.tsx'
import { DrillCard } from '../../../features/lesson/drill-card.tsx'
import { Lesson } from '../../../features/lesson/lesson.tsx'
import { Transcript } from '../../../features/lesson/transcript.tsx'
import { WayDown } from '../../../features/lesson/way-down.tsx'
import { NotFoundRoute } from '../../-not-found.tsx'
import { saveAnswers } from '../../../features/surveys/save-answers.ts'
import { useStoredAnswers } from '../../../features/surveys/use-stored-answers.ts'
import { createSurveyDraft } from '../../../features/surveys/survey-draft.ts'
import { Survey } from '../../../features/surveys/survey.tsx'
import { createTranslate } from '../../../i18n/translate.ts'
import { InstallOffer } from '../../../features/install/install-offer.tsx'
import { ModuleDownload } from './-download.tsx'
import { isDone } from '../../../learning/progress.ts'
import { useProgress } from '../../../learning/use-progress.ts'
import { resolveSlug } from './-resolve-slug.ts'
import { requireSignIn } from '../../-guards.ts'
import { useOffline } from '../../-use-offline.ts'

/** One module of a course. */
export const Route = createFileRoute('/$locale/$slug/$module')({
  beforeLoad: ({ context, params, location }) => {
    const target = resolveSlug(params.slug, createTranslate(context.i18n))
    const course = target?.kind === 'course' ? target.course : undefined
    const module = course?.modules.find(({ id }) => id === params.module.toLowerCase())
    // Nobody is asked to sign in for a module that there is not.
    return {
      found: course && module && { course, module, user: requireSignIn(context, location.href).user },
    }
  },
  loader: async ({ context: { services, locale, found } }) => {
    // Thrown by `beforeLoad`, "not found" would replace the whole site, header and texts included.
    if (!found) throw notFound()
    const { course, module, user } = found
    const draft = createSurveyDraft(services.device, user.userID, module.id)
    const position = createVideoPosition(services.device.drafts, user.userID, module.id)
    const { catalogues } = services.offline
    const [texts, content, begun, videoAt] = await Promise.all([
      catalogues.courses(locale.code),
      catalogues.module(locale.code, module.id),
      draft.read(),
      position.read(),
    ])
    return { user, course, module, texts: texts[course.id], content, draft, begun, position, videoAt }
  },
  // Cached for a later visit, the draft of this one would hide what was typed since.
  gcTime: 0,
  component: ModuleRoute,
  notFoundComponent: NotFoundRoute,
})

function ModuleRoute() {
  const { services, locale } = Route.useRouteContext()
  // The customer whose draft was read: another who signs in is in the context before their own draft is here.
  const { user, course, module, texts, content, draft, begun, position, videoAt } = Route.useLoaderData()
  const pathname = Route.useMatch({ select: (match) => match.pathname })
  const { api } = services.session
  const { track } = services.outbox
  const outbox = services.outbox.outbox.of(user.userID)
  const { install, drafts } = services.device
  const { progress } = useProgress({ api, outbox, values: drafts }, user.userID)
  const records = useModuleRecords({ outbox, track, values: drafts, customer: user.userID, progress }, module)
  const own = progress.get(module.id)
  const offline = useOffline(services)
  const { away: filmAway, ...film } = useVideoFailure(module, offline)
  const step = { course, module, progress, filmAway }
  const { stored, read: readStored } = useStoredAnswers({ api, outbox }, user.userID, module)

  return (
    <ModuleScreen
      key={`${user.userID} ${module.id}`}
      course={course}
      module={module}
      texts={texts}
      offline={offline}
      ledTo={stored && ledToBy(step)}
      // The place on this device first: it is there before the server has said how far another one came.
      address={`${location.origin}${pathname}`}
      videoAt={videoAt ?? own?.position ?? undefined}
      video={{
        ...film,
        onBegin: () => void records.began(module),
        onWatched: (watched) => void records.watched(course, module, watched),
        onPosition: (seconds) => void (seconds === undefined ? position.discard() : position.write(seconds)),
      }}
      wayDown={<WayDown hasDrill={content.drill !== undefined} isDone={own !== undefined && isDone(own)} />}
      aims={<Aims aims={content.aims} />}
      download={
        <ModuleDownload
          services={services}
          locale={locale.code}
          module={module.id}
          title={texts?.modules[module.id]?.title ?? module.id}
        />
      }
    >
      {content.transcript.length > 0 && <Transcript scenes={content.transcript} />}
      <Lesson
        content={content}
        hasFilm={module.kind === 'video'}
        onEnd={module.kind === 'extra' ? () => void records.read(course, module) : undefined}
      >
        {content.drill && (
          <DrillCard
            drill={content.drill}
            onTaken={(how) => void track(`drill_${how}`, { module: module.id })}
          />
        )}
      </Lesson>
      <Survey
        questions={module.survey}
        texts={texts?.modules[module.id]?.survey ?? {}}
        checks={content.checks}
        stored={stored}
        readStored={readStored}
        draft={begun}
        onward={<NextStep {...step} />}
        onDraft={draft.write}
        onDiscard={draft.discard}
        onSubmit={async (answers) => {
          const failure = await saveAnswers(outbox, module, answers)
          if (failure) return failure
          void records.answered(course, module)
          await draft.discard()
          install.earn()
          return undefined
        }}
      />
      {own && isDone(own) && <InstallOffer install={install} />}
    </ModuleScreen>
  )
}
