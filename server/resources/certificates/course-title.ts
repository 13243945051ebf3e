import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Course } from '../../../src/config/courses.ts'
import { locales, type LocaleCode } from '../../../src/config/locales.ts'

const titles = v.record(v.string(), v.looseObject({ title: v.optional(v.string()) }))

/** The titles of the courses in a folder of texts; none where a locale says everything as its language does. */
const titlesIn = (folder: string): v.InferOutput<typeof titles> => {
  const path = new URL(`../../../locales/${folder}/courses.json`, import.meta.url)
  try {
    return v.parse(titles, JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** What a course is called in a locale: a certificate says it, so the server knows it by itself. */
export const courseTitle = (course: Course['id'], locale: LocaleCode): string => {
  const title = titlesIn(locale)[course]?.title ?? titlesIn(locales[locale].language)[course]?.title
  if (title === undefined) throw new Error(`There is no title of the course ${course} in ${locale}.`)
  return title
}
