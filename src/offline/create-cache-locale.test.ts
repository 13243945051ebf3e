import { expect, test } from 'vitest'
import type { LocaleCode } from '../config/locales.ts'
import { createCacheLocale } from './create-cache-locale.ts'

/** A page that asks its service worker for locales. Each call of `next` allows another attempt. */
const start = () => {
  const asked: LocaleCode[] = []
  const here = new Set<LocaleCode>()
  const waiting: (() => void)[] = []
  const cacheLocale = createCacheLocale({
    post: async (locale) => void asked.push(locale),
    isCached: async (locale) => here.has(locale),
    tryUntilDone: async (attempt) => {
      while (!(await attempt())) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const next = async () => {
    await settle()
    for (const go of waiting.splice(0)) go()
    await settle()
  }
  return { asked, here, cacheLocale, next }
}

test('asks the service worker again until every text of the locale is cached', async () => {
  const { asked, here, cacheLocale, next } = start()
  cacheLocale('pt-BR')
  await next()
  await next()
  expect(asked).toEqual(['pt-BR', 'pt-BR', 'pt-BR'])
  here.add('pt-BR')
  await next()
  await next()
  expect(asked).toHaveLength(3)
})

test('asks once when nothing is missing, because the worker then takes over the page', async () => {
  const { asked, here, cacheLocale, next } = start()
  here.add('pt-BR')
  cacheLocale('pt-BR')
  await next()
  expect(asked).toEqual(['pt-BR'])
})

test('asks again only for the locale on screen', async () => {
  const { asked, cacheLocale, next } = start()
  cacheLocale('pt-BR')
  cacheLocale('es-AR')
  await next()
  expect(asked).toEqual(['pt-BR', 'es-AR', 'es-AR'])
})

test('a second call for the same locale is answered at once, with one more message', async () => {
  const { asked, cacheLocale, next } = start()
  cacheLocale('pt-BR')
  cacheLocale('pt-BR')
  expect(asked).toHaveLength(2)
  await next()
  expect(asked).toHaveLength(3)
})
