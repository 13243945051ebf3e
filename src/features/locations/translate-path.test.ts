import { expect, test } from 'vitest'
import type { SlugId } from '../../config/pages.ts'
import { translatePath } from './change-location-screen.tsx'

const slugs =
  (locale: string) =>
  (id: SlugId): string =>
    `${locale}-${id}`

test.each([
  ['pt-coursesHomeSlug', 'en-coursesHomeSlug'],
  ['pt-courseSlug/training-1', 'en-courseSlug/training-1'],
  ['pt-profileSlug', 'en-profileSlug'],
  ['files', 'files'],
  ['', ''],
])('%s becomes %s', (path, expected) => {
  expect(translatePath(path, slugs('pt'), slugs('en'))).toBe(expected)
})
