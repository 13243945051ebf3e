import { formats } from '@lingui/core'
import type { LocaleCode } from '../config/locales.ts'
import { waitForNextTask } from '../lib/async/next-task.ts'
import { getRelativeTimeFormat } from './date-format.ts'

/**
 * Creates the formatters that the first page of a coach needs, each in its own task, so that the first render
 * does not wait for all of them at once. Lingui keeps the formatters of numbers.
 */
export const createFormats = async (locale: LocaleCode): Promise<void> => {
  const creations = [
    () => getRelativeTimeFormat(locale, { style: 'short' }),
    () => formats.number([locale], 0),
  ]
  for (const create of creations) {
    await waitForNextTask()
    create()
  }
}
