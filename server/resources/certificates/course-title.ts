import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { courses, type Course } from '../../../src/config/courses.ts'
import { localeCodes, locales, type LocaleCode } from '../../../src/config/locales.ts'

const titles = v.record(v.string(), v.looseObject({ title: v.optional(v.string()) }))

/** The course titles in a folder of texts. Empty if the locale has no texts that differ from its language. */
const titlesIn = (folder: string): v.InferOutput<typeof titles> => {
  const path = new URL(`../../../locales/${folder}/courses.json`, import.meta.url)
  try {
    return v.parse(titles, JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** The title of a course in a locale. The server reads it itself because certificates contain it. */
export const courseTitle = (course: Course['id'], locale: LocaleCode): string => {
  const title = titlesIn(locale)[course]?.title ?? titlesIn(locales[locale].language)[course]?.title
  if (title === undefined) throw new Error(`There is no title of the course ${course} in ${locale}.`)
  return title
}

// Without the texts a copy fails to start, instead of failing to issue certificates.
for (const locale of localeCodes) for (const { id } of courses) courseTitle(id, locale)
