import type { ModuleTexts } from '../locales/module-source.ts'
import type { CourseModule } from '../src/config/courses.ts'
import { isCheck } from '../src/config/questions.ts'

/** In words a minute: a coach who reads on a phone, with breaks. */
const readingSpeed = 180

/** In min: for one question with options, and for one that asks for the coach's own words. */
const minutesPerQuestion = { choice: 0.3, text: 1 }

const toWholeMinutes = (minutes: number): number => Math.max(1, Math.round(minutes))

const toRead = (...texts: readonly (readonly string[])[]): number =>
  toWholeMinutes(texts.flat().join(' ').split(/\s+/).length / readingSpeed)

const toAnswer = (questions: CourseModule['survey']): number =>
  toWholeMinutes(
    questions.reduce((sum, { kind }) => sum + minutesPerQuestion[kind === 'text' ? 'text' : 'choice'], 0),
  )

/** How long each step of a module takes, in whole minutes, at least 1: to watch, to read, or to answer. */
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
  understand: toRead(...sections.map(({ paragraphs }) => paragraphs), say, avoid, keyPoints),
  ...(drill && { run: toRead(drill.setUp, drill.steps, drill.coachingPoints, drill.safety) }),
  check: toAnswer(module.survey.filter(isCheck)),
  reflect: toAnswer(module.survey.filter((question) => !isCheck(question))),
})
