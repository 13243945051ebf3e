import type { ModuleTexts } from '../locales/module-source.ts'
import type { CourseModule } from '../src/config/courses.ts'
import { isCheckQuestion } from '../src/config/questions.ts'

/** The reading speed of a coach on a phone, with breaks. */
const wordsPerMinute = 180

/** For a question with options, and for a question that the coach answers in their own words. */
const minutesPerQuestion = { choice: 0.3, text: 1 }

const toWholeMinutes = (minutes: number): number => Math.max(1, Math.round(minutes))

const countWords = (text: string): number => text.split(/\s+/).length

const estimateReading = (...texts: readonly (readonly string[])[]): number =>
  toWholeMinutes(countWords(texts.flat().join(' ')) / wordsPerMinute)

const estimateAnswering = (questions: CourseModule['survey']): number => {
  const minutes = questions.map(({ kind }) => minutesPerQuestion[kind === 'text' ? 'text' : 'choice'])
  return toWholeMinutes(minutes.reduce((sum, value) => sum + value, 0))
}

/** Estimates how many whole minutes each step of a module takes, at least 1. */
export const estimateMinutes = (
  module: CourseModule,
  {
    sections,
    say,
    avoid,
    keyPoints,
    drill,
  }: Pick<ModuleTexts, 'sections' | 'say' | 'avoid' | 'keyPoints' | 'drill'>,
) => ({
  ...(module.kind === 'video' && { watch: toWholeMinutes(module.video.duration / 60) }),
  understand: estimateReading(...sections.map(({ paragraphs }) => paragraphs), say, avoid, keyPoints),
  ...(drill && { run: estimateReading(drill.setUp, drill.steps, drill.coachingPoints, drill.safety) }),
  // The step `check` tests what the coach learned. The other questions belong to `reflect`.
  check: estimateAnswering(module.survey.filter(isCheckQuestion)),
  reflect: estimateAnswering(module.survey.filter((question) => !isCheckQuestion(question))),
})
