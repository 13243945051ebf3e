import { courses } from '../src/config/courses.ts'
import type { ModuleTexts } from './module-source.ts'
import type { Texts } from './texts.ts'

/** The texts of the questions, without what is said about an answer: the module itself says that. */
const pickSurvey = ({ check, reflection }: ModuleTexts): Texts => {
  const checks = Object.entries(check).map(([id, { question, options }]): [string, Texts] => [
    id,
    {
      question,
      options: Object.fromEntries(Object.entries(options).map(([option, { text }]) => [option, text])),
    },
  ])
  const reflections = Object.entries(reflection).map(([id, { question, options }]): [string, Texts] => [
    id,
    options ? { question, options } : { question },
  ])
  return Object.fromEntries([...checks, ...reflections])
}

/** The texts of the courses with what lists and surveys say of their modules. */
export const listedCourses = (texts: Texts, moduleTexts: (id: string) => ModuleTexts): Texts =>
  Object.fromEntries(
    courses.map(({ id, modules }) => {
      const listed = modules.map((module): [string, Texts] => {
        const own = moduleTexts(module.id)
        return [module.id, { title: own.title, summary: own.summary, survey: pickSurvey(own) }]
      })
      const course = texts[id]
      return [id, { ...(typeof course === 'object' && course), modules: Object.fromEntries(listed) }]
    }),
  )
