import { readCatalogue } from '../../locales/read-catalogue.ts'

/** Returns a function that finds a message of a locale by its id, and replaces each `{name}` with a value. */
export const createTranslator = (locale: string) => {
  const catalogue: unknown = readCatalogue(locale, 'messages')
  return (id: string, values: Record<string, string | number> = {}): string => {
    let message: unknown = catalogue
    for (const part of id.split('.')) {
      message =
        typeof message === 'object' && message !== null
          ? Object.entries(message).find(([key]) => key === part)?.[1]
          : undefined
    }
    if (typeof message !== 'string') throw new Error(`There is no message ${id} in ${locale}.`)
    return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}

type ModuleTexts = {
  title: string
  survey: Record<string, { question: string; options?: Record<string, string> }>
}
type CourseTexts = Record<string, { modules: Record<string, ModuleTexts> }>

/** Lists the modules of all courses, with the message that contains the slug of the course. */
export const listModules = (locale: string): { slug: string; id: string }[] =>
  Object.entries(readCatalogue(locale, 'courses') as CourseTexts).flatMap(([course, { modules }]) =>
    Object.keys(modules).map((id) => ({
      slug: course === 'football' ? 'footballCourseSlug' : 'courseSlug',
      id,
    })),
  )

/** Returns a function that finds the texts of a module in a locale. */
export const readCourseTexts = (locale: string) => {
  const texts = readCatalogue(locale, 'courses') as CourseTexts
  return (course: string, module: string): ModuleTexts => {
    const moduleTexts = texts[course]?.modules[module]
    if (!moduleTexts) throw new Error(`There is no module ${module} in ${locale}.`)
    return moduleTexts
  }
}
