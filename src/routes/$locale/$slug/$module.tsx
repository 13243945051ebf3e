import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import type { Services } from '../../../app/services/services.ts'
import type { LocaleCode } from '../../../config/locales.ts'
import { ModuleScreen } from '../../../features/courses/module-screen.tsx'
import { findLinkedModule, NextStep } from '../../../features/courses/next-step.tsx'
import { useVideoFailure } from '../../../features/courses/use-video-failure.ts'
import { InstallOffer } from '../../../features/install/install-offer.tsx'
import { DrillCard } from '../../../features/lesson/drill-card.tsx'
import { Aims, Lesson, Transcript, JumpLinks } from '../../../features/lesson/lesson.tsx'
import { DownloadModule } from '../../../features/offline/download-module.tsx'
import { createSurveyDraft } from '../../../features/surveys/survey-draft.ts'
import { Survey } from '../../../features/surveys/survey.tsx'
import { saveAnswers, useStoredAnswers } from '../../../features/surveys/use-stored-answers.ts'
import { createTranslate } from '../../../i18n/translate.ts'
import { useModuleRecords } from '../../../learning/module-records.ts'
import { isDone } from '../../../learning/progress.ts'
import { useProgress } from '../../../learning/use-progress.ts'
import { createVideoPosition } from '../../../learning/video-position.ts'
import { useStore } from '../../../lib/use-store.ts'
import { requireSignIn } from '../../-guards.ts'
import { NotFoundRoute } from '../../-not-found.tsx'
import { useOffline } from '../../-use-offline.ts'
import { resolveSlug } from './-resolve-slug.ts'

export const Route = createFileRoute('/$locale/$slug/$module')({
  beforeLoad: ({ context, params, location }) => {
    const target = resolveSlug(params.slug, createTranslate(context.i18n))
    const course = target?.kind === 'course' ? target.course : undefined
    const module = course?.modules.find(({ id }) => id === params.module.toLowerCase())
    // A visitor is not asked to sign in for a module that does not exist.
    const selection = course && module && { course, module, user: requireSignIn(context, location.href).user }
    return { selection }
  },
  loader: async ({ context: { services, locale, selection } }) => {
    // If `beforeLoad` threw "not found", the error would replace the whole site, including header and texts.
    if (!selection) throw notFound()
    const { course, module, user } = selection
    const draft = createSurveyDraft(services.device, user.userID, module.id)
    const position = createVideoPosition(services.device.drafts, user.userID, module.id)
    const { catalogues } = services.offline
    const [catalogue, content, initialDraft, savedPosition] = await Promise.all([
      catalogues.courses(locale.code),
      catalogues.module(locale.code, module.id),
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
    }
  },
  // A cached draft would hide what was typed since this visit.
  gcTime: 0,
  component: ModuleRoute,
  notFoundComponent: NotFoundRoute,
})

function ModuleRoute() {
  const { services, locale } = Route.useRouteContext()
  // The customer whose draft was read. If another customer signs in, the context has that customer before
  // their draft is loaded.
  const { user, course, module, courseTexts, content, draft, initialDraft, position, savedPosition } =
    Route.useLoaderData()
  const pathname = Route.useMatch({ select: (match) => match.pathname })
  const { api } = services.session
  const { track } = services.outbox
  const outbox = services.outbox.outbox.of(user.userID)
  const { install, drafts } = services.device
  const { progress, progressState } = useProgress({ api, outbox, values: drafts }, user.userID)
  const records = useModuleRecords({ outbox, track, values: drafts, customer: user.userID, progress }, module)
  const moduleProgress = progress.get(module.id)
  const offline = useOffline(services)
  const { unavailable: filmUnavailable, ...film } = useVideoFailure(module, offline)
  const nextStep = { course, module, progress, filmUnavailable }
  const { stored: storedAnswers, read: readStoredAnswers } = useStoredAnswers(
    { api, outbox },
    user.userID,
    module,
  )

  return (
    <ModuleScreen
      key={`${user.userID} ${module.id}`}
      course={course}
      module={module}
      texts={courseTexts}
      offline={offline}
      linkedModule={storedAnswers && findLinkedModule(nextStep)}
      pageUrl={`${location.origin}${pathname}`}
      // The position on this device comes first: it is available before the server has returned the position
      // on another device.
      startAt={savedPosition ?? moduleProgress?.position ?? undefined}
      video={{
        ...film,
        onBegin: () => void records.addVideoStart(module),
        onWatched: (watched) => void records.addWatched(course, module, watched),
        onPosition: (seconds) => void (seconds === undefined ? position.discard() : position.write(seconds)),
      }}
      jumpLinks={
        <JumpLinks
          hasDrill={content.drill !== undefined}
          isDone={moduleProgress !== undefined && isDone(moduleProgress)}
        />
      }
      aims={<Aims aims={content.aims} />}
      download={
        <ModuleDownload
          services={services}
          locale={locale.code}
          module={module.id}
          title={courseTexts?.modules[module.id]?.title ?? module.id}
        />
      }
    >
      {content.transcript.length > 0 && <Transcript scenes={content.transcript} />}
      <Lesson
        content={content}
        hasFilm={module.kind === 'video'}
        onEnd={module.kind === 'extra' ? () => void records.addReading(course, module) : undefined}
      >
        {content.drill && (
          <DrillCard
            drill={content.drill}
            onTaken={(outcome) => void track(`drill_${outcome}`, { module: module.id })}
          />
        )}
      </Lesson>
      <Survey
        questions={module.survey}
        texts={courseTexts?.modules[module.id]?.survey ?? {}}
        checks={content.checks}
        stored={storedAnswers}
        readStored={readStoredAnswers}
        draft={initialDraft}
        onward={<NextStep {...nextStep} progressState={progressState} />}
        onDraft={draft.write}
        onDiscard={draft.discard}
        onSubmit={async (answers) => {
          const failure = await saveAnswers(outbox, module, answers)
          if (failure) return failure
          void records.addAnswers(course, module)
          await draft.discard()
          install.earn()
          return undefined
        }}
      />
      {moduleProgress && isDone(moduleProgress) && <InstallOffer install={install} />}
    </ModuleScreen>
  )
}

/** Offers to download one module to this phone. Shows its size before the download. */
const ModuleDownload = ({
  services,
  locale,
  module,
  title,
}: {
  services: Services
  locale: LocaleCode
  module: string
  title: string
}) => {
  const { modules } = services.offline
  const state = useStore(modules, modules.snapshot).get(module)
  const size = useQuery({
    queryKey: ['module-size', module, locale],
    queryFn: async () => modules.measureSize(module, locale),
    enabled: state === undefined,
  })
  return (
    <DownloadModule
      module={module}
      title={title}
      state={state}
      size={size.data}
      offline={useOffline(services)}
      onDownload={(id) => void modules.download(id, locale)}
      onPause={(id) => void modules.pause(id)}
      onRemove={(id) => void modules.remove(id)}
    />
  )
}
