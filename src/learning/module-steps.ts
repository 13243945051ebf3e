import { useEffect, useEffectEvent } from 'react'
import * as v from 'valibot'
import type { CourseModule } from '../config/courses.ts'
import { isCheckQuestion } from '../config/questions.ts'
import type { ModuleContent } from '../i18n/module-content.ts'
import { ignoreInvalid } from '../lib/ignore-invalid.ts'
import type { ModuleProgress } from './progress.ts'

// A module is shown page by page. It consists of steps, and each step of one or more pages. A position is one of
// these pages, or the result at the end. The URL contains the current position, and the device saves it.

/**
 * The steps of a module, in order. `watch`: the video, if there is one. `understand`: the text. `run`: the
 * drill, if there is one. `check` and `reflect`: the questions with and without a right option.
 */
export const moduleSteps = ['watch', 'understand', 'run', 'check', 'reflect'] as const
export type ModuleStep = (typeof moduleSteps)[number]

/** A position in a module. `page` is the page of the step, counted from 1. The result has only page 1. */
export type ModulePosition = { step: ModuleStep | 'result'; page: number }

export const positionSchema = v.object({
  step: v.picklist([...moduleSteps, 'result']),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

/** The search params of the page of a module. Invalid values are ignored. */
export const moduleSearchSchema = v.object({
  step: ignoreInvalid(positionSchema.entries.step),
  page: ignoreInvalid(positionSchema.entries.page),
  /**
   * The number of the instruction that pitch mode shows, from 1. Absent outside pitch mode, which shows the
   * drill for use at the pitch, one instruction at a time.
   */
  pitch: ignoreInvalid(positionSchema.entries.page),
})

/** The first position of a module with a video. Other modules start with a later step. */
export const firstPosition: ModulePosition = { step: 'watch', page: 1 }

/** The position where pitch mode is shown: the first page of the drill. */
export const pitchPosition: ModulePosition = { step: 'run', page: 1 }

/** The last position of a module. */
export const resultPosition: ModulePosition = { step: 'result', page: 1 }

/** Lists the questions of a step: `check` has those with a right option, and `reflect` has the others. */
export const listQuestions = ({ survey }: Pick<CourseModule, 'survey'>, step: 'check' | 'reflect') =>
  survey.filter((question) => isCheckQuestion(question) === (step === 'check'))

/** Counts the cards of a module's text: one per section, one with phrases, and one with the key points. */
export const countCards = ({ sections }: Pick<ModuleContent, 'sections'>): number => sections.length + 2

const countPages = (step: ModuleStep, module: CourseModule, content: ModuleContent): number => {
  if (step === 'watch') return module.kind === 'video' ? 1 : 0
  if (step === 'understand') return countCards(content)
  // The pages of the drill card (`src/features/lesson/drill-card.tsx`).
  if (step === 'run') return content.drill ? 4 : 0
  return listQuestions(module, step).length
}

/** Lists all positions of a module in order, except the result. */
export const listPositions = (module: CourseModule, content: ModuleContent): ModulePosition[] =>
  moduleSteps.flatMap((step) =>
    Array.from({ length: countPages(step, module, content) }, (_, index) => ({ step, page: index + 1 })),
  )

/** Finds the position in search params. If it does not exist, returns the first page of the step or module. */
export const findPosition = (
  positions: readonly ModulePosition[],
  { step, page }: { step?: ModulePosition['step'] | undefined; page?: number | undefined },
): ModulePosition => {
  if (step === 'result') return resultPosition
  const pages = positions.filter((position) => position.step === step)
  return pages.find((position) => position.page === page) ?? pages[0] ?? positions[0] ?? resultPosition
}

/** Returns the search params of a position. They omit the page number of a step's first page. */
export const toSearch = ({ step, page }: ModulePosition): { step: ModulePosition['step']; page?: number } =>
  page === 1 ? { step } : { step, page }

/**
 * Returns the correct search params for the current position. It differs from the URL if the module does not
 * have the page of the URL. Returns undefined if the URL is correct. Drops pitch mode in a module without a
 * drill.
 */
export const correctSearch = (
  { step, page = 1, pitch }: v.InferOutput<typeof moduleSearchSchema>,
  position: ModulePosition,
  positions: readonly ModulePosition[],
) => {
  const hasPitchParam = pitch !== undefined
  const isPitchMode = hasPitchParam && positions.some((other) => other.step === 'run')
  if (step === position.step && page === position.page && isPitchMode === hasPitchParam) return undefined
  return { ...toSearch(position), ...(isPitchMode && { pitch }) }
}

/** Returns the id of the question at a position, or undefined if the position shows no question. */
export const findQuestionId = (module: CourseModule, { step, page }: ModulePosition): string | undefined =>
  step === 'check' || step === 'reflect' ? listQuestions(module, step)[page - 1]?.id : undefined

/** Finds the position that shows the question with this id. */
export const findQuestionPosition = (module: CourseModule, id: string): ModulePosition => {
  const findIndexIn = (step: 'check' | 'reflect') =>
    listQuestions(module, step).findIndex((question) => question.id === id)
  const checkIndex = findIndexIn('check')
  return checkIndex === -1
    ? { step: 'reflect', page: findIndexIn('reflect') + 1 }
    : { step: 'check', page: checkIndex + 1 }
}

/**
 * Lists the steps that a coach has done. The server records the video, the text of a module without one, and
 * the questions. A step that is only read, the drill or the text of a module with a video, is done when all
 * its pages were opened on this device (`openedSteps`).
 */
export const listDoneSteps = (
  { kind }: CourseModule,
  { finished, answered }: Pick<ModuleProgress, 'finished' | 'answered'>,
  openedSteps: readonly ModuleStep[] = [],
): ModuleStep[] => {
  const finishedStep = kind === 'video' ? 'watch' : 'understand'
  return moduleSteps.filter((step) => {
    if (step === finishedStep) return finished
    if (step === 'check' || step === 'reflect') return answered
    return openedSteps.includes(step)
  })
}

/**
 * Replaces the URL if it names a step or a page that the module does not have, for example because of an old
 * link.
 */
export const useCorrectAddress = (
  correctedSearch: ReturnType<typeof correctSearch>,
  replace: (search: NonNullable<typeof correctedSearch>) => unknown,
): void => {
  const isWrong = correctedSearch !== undefined
  const correct = useEffectEvent(() => void (correctedSearch && replace(correctedSearch)))
  useEffect(() => {
    if (isWrong) correct()
  }, [isWrong])
}
