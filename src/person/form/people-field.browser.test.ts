import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../../ui/testing/show.tsx'
import { PeopleField } from './people-field.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

test.each(localeCodes)(
  'in %s, limits a number above 1000 to 1000 during typing, and shows a note at the field',
  async (code) => {
    const t = translateIn(code)
    screen = show(code, createElement(PeopleField))
    const field = page.getByLabelText(t('signUp.numberOfPeople'))
    await field.fill('5000')
    await expect.element(field).toHaveValue('1000')
    await expect.element(field).toHaveAccessibleDescription(t('signUp.numberOfPeopleCut'))
    await field.fill('50')
    await expect.element(field).toHaveValue('50')
    await expect.element(field).toHaveAccessibleDescription(t('signUp.numberOfPeopleHint'))
  },
)
