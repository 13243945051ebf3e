import { readCatalogue } from '../../locales/read-catalogue.ts'

/** The messages of a locale by id, as a person sees them. Replaces `{name}` with values. */
export const createTranslator = (locale: string) => {
  const catalogue: unknown = readCatalogue(locale, 'messages')
  return (id: string, values: Record<string, string | number> = {}): string => {
    let found: unknown = catalogue
    for (const part of id.split('.')) {
      found =
        typeof found === 'object' && found !== null
          ? Object.entries(found).find(([key]) => key === part)?.[1]
          : undefined
    }
    if (typeof found !== 'string') throw new Error(`There is no message ${id} in ${locale}.`)
    return found.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
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

export const readCourseTexts = (locale: string) => {
  const texts = readCatalogue(locale, 'courses') as CourseTexts
  return (course: string, module: string): ModuleTexts => {
    const found = texts[course]?.modules[module]
    if (!found) throw new Error(`There is no module ${module} in ${locale}.`)
    return found
  }
}
