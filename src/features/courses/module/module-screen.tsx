import { useEffect, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import type { Course, CourseModule } from '../../../config/courses.ts'
import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { moduleSteps, type ModulePosition } from '../../../learning/module-steps.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { ModuleBar } from './module-bar.tsx'
import styles from './module-screen.module.css'
import { ModuleVideo, VideoOnPaper } from './module-video.tsx'
import { ModuleNavigation, NextPageLink } from './module-navigation.tsx'
import { StepBar } from './step-bar.tsx'
import { isPlayable } from './use-video-failure.ts'

type Props = {
  course: Course
  module: CourseModule
  texts: CourseCatalogue[string] | undefined
  /** All pages of the module's steps, in order. */
  positions: readonly ModulePosition[]
  /** The current step and page. */
  position: ModulePosition
  /** How long the current step takes, or undefined for the result. */
  minutes: number | undefined
  /** The steps that the coach has done. */
  doneSteps: ReadonlySet<ModulePosition['step']>
  /** Whether the server refused the answers to the questions. */
  areAnswersRefused: boolean
  /** The module that the result links to. */
  linkedModule: CourseModule | undefined
  isOffline: boolean
  /** The captions of the video, how it failed, and the functions that it calls. */
  video: Omit<ComponentProps<typeof ModuleVideo>, 'video' | 'title' | 'isOffline' | 'startAt'>
  /** In seconds: where the coach stopped last time. */
  startAt: number | undefined
  /** Shows whether everything is saved. */
  syncChip: ReactNode
  /** The URL of this page, for readers on paper. */
  pageUrl: string
  /** The controls that save the module on this device. */
  download: ReactNode
  transcript: ReactNode
  lesson: ReactNode
  drill: ReactNode
  /** The questions of the steps `check` and `reflect`, and the result. */
  survey: ReactNode
}

/** Moves the focus to the heading when another position is shown, so that a screen reader announces it. */
const useHeadingFocus = ({ step, page }: ModulePosition) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const position = `${step} ${page}`
  const previousPosition = useRef(position)
  useEffect(() => {
    if (previousPosition.current === position) return
    previousPosition.current = position
    // If a position is shown because of an invalid answer, the focus is already on the question.
    if (document.activeElement?.getAttribute('aria-invalid') === 'true') return
    heading.current?.focus({ preventScroll: true })
  }, [position])
  return heading
}

/** Pauses the video when it is hidden, because on a phone, only one of the steps shows it. */
const usePauseWhenHidden = () => {
  const container = useRef<HTMLDivElement>(null)
  // Runs after each render, because any of them may have hidden the video.
  useEffect(() => {
    const pauseHidden = () => {
      const video = container.current?.querySelector('video')
      // Asks only for a video that plays: the answer needs a layout of the page, which is long after a first render.
      if (video?.paused === false && video.getClientRects().length === 0) video.pause()
    }
    pauseHidden()
    // When a tablet is turned, the narrower screen may hide the video.
    addEventListener('resize', pauseHidden)
    return () => removeEventListener('resize', pauseHidden)
  })
  return container
}

/**
 * Shows the name of a step, the number of its page, and how long the step takes. The bar above shows the number of
 * the step, so only screen readers need it here.
 */
const StepHeading = ({
  ref,
  position,
  number,
  stepCount,
  pageCount,
  minutes,
}: {
  ref: Ref<HTMLHeadingElement>
  position: ModulePosition
  /** The number of the step, from 1, or undefined for the result, which is not a step. */
  number: number | undefined
  stepCount: number
  pageCount: number
  minutes: number | undefined
}) => {
  const t = useTranslate()
  const isQuestion = position.step === 'check' || position.step === 'reflect'
  const facts: string[] = []
  if (pageCount > 1)
    facts.push(t(isQuestion ? 'steps.question' : 'steps.part', { page: position.page, count: pageCount }))
  if (minutes !== undefined) facts.push(t('common.minutes', { count: minutes }))
  return (
    <h2 ref={ref} className={styles.heading} tabIndex={-1} data-only="screen">
      {number !== undefined && (
        <VisuallyHidden>{`${t('steps.number', { step: number, count: stepCount })} · `}</VisuallyHidden>
      )}
      <span>{t(`steps.${position.step}`)}</span>{' '}
      {facts.length > 0 && <span className={styles.facts}>{facts.join(' · ')}</span>}
    </h2>
  )
}

/** Lists the steps that have pages. */
const listSteps = (positions: readonly ModulePosition[]) =>
  moduleSteps.filter((step) => positions.some((position) => position.step === step))

/**
 * Shows the steps of a module one at a time. On a wide screen, the video, or the picture of a module without one,
 * stays next to every step.
 */
export const ModuleScreen = ({
  course,
  module,
  texts,
  positions,
  position,
  minutes,
  doneSteps,
  areAnswersRefused,
  linkedModule,
  isOffline,
  video: videoProps,
  startAt,
  syncChip,
  pageUrl,
  download,
  transcript,
  lesson,
  drill,
  survey,
}: Props) => {
  const t = useTranslate()
  const heading = useHeadingFocus(position)
  const videoContainer = usePauseWhenHidden()
  const moduleTexts = texts?.modules[module.id]
  const to = `${t(course.slug)}/${module.id}`
  const { step } = position
  const steps = listSteps(positions)
  const isVideoModule = module.kind === 'video'
  const hasVideoFailed = videoProps.failure !== undefined
  // The other steps have their own buttons, in the questions or in the result.
  const hasOnwardLink = step === 'watch' || step === 'understand' || step === 'run'
  // Until the video is watched, its play button is the main action of the step.
  const isVideoNext =
    step === 'watch' &&
    !doneSteps.has('watch') &&
    isVideoModule &&
    isPlayable(module.video) &&
    !hasVideoFailed
  /** Returns the `data-only` of a part that the screen shows only in some steps, and paper always. */
  const getDataOnly = (...shownIn: ModulePosition['step'][]) => (shownIn.includes(step) ? undefined : 'paper')
  return (
    <div className={styles.screen}>
      <ModuleBar course={course} module={module} syncChip={syncChip}>
        <StepBar
          to={to}
          steps={steps}
          position={position}
          doneSteps={doneSteps}
          areAnswersRefused={areAnswersRefused}
        />
      </ModuleBar>
      <Page title={moduleTexts?.title ?? module.id} wide isCompact>
        <div className={classNames(styles.session, step === 'watch' && styles.watching)}>
          <StepHeading
            ref={heading}
            position={position}
            number={step === 'result' ? undefined : steps.indexOf(step) + 1}
            stepCount={steps.length}
            pageCount={positions.filter((other) => other.step === step).length}
            minutes={minutes}
          />
          {isVideoModule ? (
            <div ref={videoContainer} className={styles.film} data-current={step === 'watch' || undefined}>
              <div data-only="screen">
                <ModuleVideo
                  key={module.id}
                  video={module.video}
                  title={moduleTexts?.title ?? ''}
                  isOffline={isOffline}
                  startAt={startAt}
                  {...videoProps}
                />
              </div>
              <VideoOnPaper video={module.video} pageUrl={pageUrl} />
            </div>
          ) : (
            // Lazy, because a phone does not show it.
            <img
              className={styles.picture}
              src={module.thumbnail}
              alt=""
              width="320"
              height="320"
              loading="lazy"
              data-only="screen"
            />
          )}
          <div className={styles.step}>
            <div className={styles.part} data-only={getDataOnly('watch')}>
              <p className={styles.summary}>{moduleTexts?.summary}</p>
              {/* What works comes first: without the video, its text. */}
              {hasVideoFailed && transcript}
              {/* A video that this browser cannot play is not offered for download. */}
              {isVideoModule && isPlayable(module.video) && download}
              {!hasVideoFailed && transcript}
            </div>
            <div data-only={getDataOnly('understand')}>{lesson}</div>
            <div data-only={getDataOnly('run')}>{drill}</div>
            <div className={styles.part} data-only={getDataOnly('check', 'reflect', 'result')}>
              {survey}
            </div>
            {hasOnwardLink && (
              <NextPageLink
                to={to}
                positions={positions}
                position={position}
                // `check` is done when all required questions are answered, also those of `reflect`.
                isComplete={doneSteps.has('watch') && doneSteps.has('check')}
                isMainAction={!isVideoNext}
              />
            )}
            {step === 'result' && (
              <ModuleNavigation course={course} module={module} texts={texts} linkedModule={linkedModule} />
            )}
          </div>
        </div>
      </Page>
    </div>
  )
}
