import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { locales } from '../../config/locales.ts'
import { i18nIn } from '../../i18n/testing/i18n-in.ts'
import { Route } from './sign-up.tsx'

/** Whether the page leads a signed-in coach on. */
const leadsOn = (cause: 'enter' | 'stay', isFormOpen: boolean): boolean => {
  const services = {
    session: { state: () => ({ status: 'authenticated' }) },
    device: { storage: { isBlocked: false }, openForms: { get: () => isFormOpen } },
  }
  const context = { services, locale: locales['pt-BR'], i18n: i18nIn('pt-BR') }
  try {
    void Route.options.beforeLoad?.({ context, search: {}, cause } as never)
    return false
  } catch (error) {
    return isRedirect(error)
  }
}

test.each([
  ['a signed-in coach who opens it', 'enter', false, true],
  ['one who opens it from another form', 'enter', true, true],
  ['one whose sign-in ends while it is open', 'stay', false, true],
  ['one who is filling it in meanwhile, who would lose what they typed', 'stay', true, false],
] as const)('%s', (_who, cause, isFormOpen, expected) => {
  expect(leadsOn(cause, isFormOpen)).toBe(expected)
})
