import { createFileRoute, notFound, redirect, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { CourseModule } from '../../../config/courses.ts'
import { ModuleScreen } from '../../../features/courses/module/module-screen.tsx'
import { findLinkedModule, NextStep } from '../../../features/courses/module/next-step.tsx'
import { useVideoFailure } from '../../../features/courses/module/use-video-failure.ts'
import { InstallOffer } from '../../../features/install/install-offer.tsx'
import { DrillCard } from '../../../features/lesson/drill-card.tsx'
import { listScenes } from '../../../features/lesson/instructions.ts'
import { Lesson, Transcript } from '../../../features/lesson/lesson.tsx'
import { useStoredAnswers } from '../../../features/surveys/use-stored-answers.ts'
import { createTranslate } from '../../../i18n/translate.ts'
import { useCelebration } from '../../../learning/celebration.ts'
import { useModuleRecords } from '../../../learning/module-records.ts'
import {
  correctSearch,
  findPosition,
  listDoneSteps,
  pitchPosition,
  moduleSearchSchema,
  moduleSteps,
  toSearch,
  useCorrectAddress,
  type ModulePosition,
} from '../../../learning/module-steps.ts'
import { useOpenedSteps } from '../../../learning/opened-pages.ts'
import { isDone } from '../../../learning/progress.ts'
import { createSavedPosition, useSavePosition } from '../../../learning/saved-position.ts'
import { useProgress } from '../../../learning/use-progress.ts'
import { requireSignIn } from '../../-guards.ts'
import { NotFoundRoute } from '../../-not-found.tsx'
import { useOffline } from '../../-use-offline.ts'
import { useSyncChip } from '../-sync-chip.ts'
import { loadModule } from './-load-module.ts'
import { ModuleDownload } from './-module-download.tsx'
import { ModulePitch } from './-module-pitch.tsx'
import { ModuleSurvey } from './-module-survey.tsx'
import { resolveSlug } from './-resolve-slug.ts'

/**
 * Returns the search params for a link that names no step: the position where the coach stopped or, in pitch
 * mode, the drill. `pitch` is the number of the instruction that pitch mode shows.
 */
const completeSearch = async (
  pitch: number | undefined,
  module: CourseModule,
  storedPosition: ReturnType<typeof createSavedPosition>,
) => {
  if (pitch !== undefined) return { ...toSearch(pitchPosition), pitch }
  const firstStep = module.kind === 'video' ? 'watch' : 'understand'
  return toSearch((await storedPosition.read()) ?? { step: firstStep, page: 1 })
}

export const Route = createFileRoute('/$locale/$slug/$module')({
  validateSearch: moduleSearchSchema,
  beforeLoad: async ({ context, params, location, search }) => {
    const target = resolveSlug(params.slug, createTranslate(context.i18n))
    const course = target?.kind === 'course' ? target.course : undefined
    const module = course?.modules.find(({ id }) => id === params.module.toLowerCase())
    // A visitor is not asked to sign in for a module that does not exist.
    if (!course || !module) return { selection: undefined }
    const { user } = requireSignIn(context, location.href)
    const storedPosition = createSavedPosition(context.services.device.drafts, user.userID, module.id)
    if (search.step === undefined) {
      const completedSearch = await completeSearch(search.pitch, module, storedPosition)
      throw redirect({ to: '/$locale/$slug/$module', params, search: completedSearch, replace: true })
    }
    return { selection: { course, module, user, storedPosition } }
  },
  loader: ({ context: { services, locale, selection } }) => {
    // If `beforeLoad` threw "not found", the error would replace the whole site, including header and texts.
    if (!selection) throw notFound()
    return loadModule(services, locale.code, selection)
  },
  // A later visit must not get a cached draft, which would be older than the saved one. Within a visit, the
  // loaded draft stays, and steps do not load it again.
  gcTime: 0,
  shouldReload: false,
  component: ModuleRoute,
  notFoundComponent: NotFoundRoute,
})

function ModuleRoute() {
  const { services } = Route.useRouteContext()
  // `draft`, `videoPosition` and `openedPages` store what the coach does in the survey, in the video and in the
  // steps. `initialDraft`, `savedVideoPosition` and `savedPages` are what they had stored when the page was loaded.
  //
  // `user` comes from the loader, not from the context: if another customer signs in, the context changes
  // before that customer's draft is loaded.
  const {
    user,
    course,
    module,
    courseTexts,
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
    positions,
  } = Route.useLoaderData()
  const search = Route.useSearch()
  const position = findPosition(positions, search)
  const { step, page } = position
  useSavePosition(storedPosition, position, services.device.now)
  const openedSteps = useOpenedSteps(openedPages, savedPages, position, positions)
  const navigate = Route.useNavigate()
  useCorrectAddress(correctSearch(search, position, positions), (corrected) =>
    navigate({ search: corrected, replace: true, resetScroll: false }),
  )
  /** Shows another position of this module. */
  const show = (target: ModulePosition, options?: { replace: boolean }) =>
    navigate({ search: toSearch(target), ...options })

  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const closePitchMode = () => (canGoBack ? history.back() : void show(position, { replace: true }))

  const pathname = Route.useMatch({ select: (match) => match.pathname })
  const { api } = services.session
  const { track } = services.outbox
  const outbox = services.outbox.outbox.forCustomer(user.userID)
  const { install, drafts } = services.device
  const { progress, progressState } = useProgress({ api, outbox, keyValues: drafts }, user.userID)
  const { isNew, onCelebrated, ...newCelebration } = useCelebration(celebration, isCelebrationStored)
  const onComplete = () => {
    newCelebration.onComplete()
    // The app offers the installation only after the coach has answered the questions of a module.
    install.allowOffer()
  }
  const records = useModuleRecords(
    { outbox, track, onComplete, keyValues: drafts, customer: user.userID, progress },
    module,
  )
  const moduleProgress = progress.get(module.id)
  const isOffline = useOffline(services)
  const isComplete = moduleProgress !== undefined && isDone(moduleProgress)
  // A complete module leaves nothing to do, also on a device that does not know which steps were opened.
  const readSteps = isComplete ? moduleSteps : openedSteps
  const { isUnavailable: isVideoUnavailable, ...videoStatus } = useVideoFailure(module, isOffline)
  const nextStepProps = { course, module, progress, isVideoUnavailable }
  const storedAnswers = useStoredAnswers({ api, outbox }, user.userID, module)

  return (
    <>
      <ModuleScreen
        key={`${user.userID} ${module.id}`}
        course={course}
        module={module}
        texts={courseTexts}
        positions={positions}
        position={position}
        minutes={step === 'result' ? undefined : courseTexts?.modules[module.id]?.minutes?.[step]}
        doneSteps={new Set(moduleProgress && listDoneSteps(module, moduleProgress, readSteps))}
        areAnswersRefused={moduleProgress?.areAnswersRefused === true}
        isOffline={isOffline}
        linkedModule={findLinkedModule(nextStepProps)}
        syncChip={useSyncChip()}
        pageUrl={`${location.origin}${pathname}`}
        // The position saved on this device comes first, because it is known before the server responds.
        startAt={savedVideoPosition ?? moduleProgress?.position ?? undefined}
        video={{
          ...videoStatus,
          scenes: content.transcript,
          onStart: () => void records.addVideoStart(module),
          onWatched: (watched) => void records.addWatched(course, module, watched),
          onPosition: (seconds) =>
            void (seconds === undefined ? videoPosition.discard() : videoPosition.write(seconds)),
        }}
        download={
          <ModuleDownload services={services} course={course} module={module.id} texts={courseTexts} />
        }
        transcript={<Transcript scenes={content.transcript} isOpen={videoStatus.failure !== undefined} />}
        lesson={
          <Lesson
            content={content}
            page={step === 'understand' ? page : 1}
            onEnd={module.kind === 'extra' ? () => void records.addReading(course, module) : undefined}
          />
        }
        drill={
          content.drill && (
            <DrillCard
              module={module.id}
              drill={content.drill}
              // The second scene, because the first only shows how the drill is set up.
              scene={listScenes(content)[1]}
              url={`${location.origin}${pathname}?step=run`}
              page={step === 'run' ? page : 1}
              onPitch={() => {
                void track('drill_run', { module: module.id })
                void navigate({ search: { ...toSearch(position), pitch: 1 } })
              }}
              onShared={(outcome) => void track(`drill_${outcome}`, { module: module.id })}
            />
          )
        }
        survey={
          <ModuleSurvey
            outbox={outbox}
            module={module}
            position={position}
            texts={courseTexts?.modules[module.id]?.survey ?? {}}
            checks={content.checks}
            storedAnswers={storedAnswers}
            draft={draft}
            initialDraft={initialDraft}
            show={show}
            onAnswered={() => void records.addAnswers(course, module)}
            nextStep={
              <NextStep
                {...nextStepProps}
                progressState={progressState}
                isNew={isNew}
                onCelebrated={onCelebrated}
                onStep={(target) => show({ step: target, page: 1 })}
              />
            }
          >
            {isComplete && <InstallOffer install={install} />}
          </ModuleSurvey>
        }
      />
      {search.pitch !== undefined && content.drill && (
        <ModulePitch
          services={services}
          module={module.id}
          drill={content.drill}
          transcript={content.transcript}
          page={search.pitch}
          onPage={(pitch) => void navigate({ search: { ...toSearch(position), pitch }, replace: true })}
          onClose={closePitchMode}
        />
      )}
    </>
  )
}
