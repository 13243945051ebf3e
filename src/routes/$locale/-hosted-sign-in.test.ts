import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { locales, type LocaleCode } from '../../config/locales.ts'
import { Route } from './hosted-sign-in.tsx'

/** Returns where the page redirects to if only the pool of New Zealand has a page, or undefined. */
const findRedirect = (locale: LocaleCode): unknown => {
  const services = {
    session: { account: { userPools: { NZ: { hostedOrigin: 'https://page.test' }, BR: {} } } },
  }
  const search = { returnTo: `/${locale}/files` }
  try {
    Route.options.beforeLoad?.({ context: { services, locale: locales[locale] }, search } as never)
    return undefined
  } catch (error) {
    return isRedirect(error) ? error.options : error
  }
}

test('is there only for a pool that has a page of its own', () => {
  expect(findRedirect('en-NZ')).toBeUndefined()
  expect(findRedirect('pt-BR')).toMatchObject({
    to: '/$locale/login',
    params: { locale: 'pt-BR' },
    search: { returnTo: '/pt-BR/files' },
    replace: true,
  })
  expect(findRedirect('en-US')).toMatchObject({ to: '/$locale/login' })
})
