import { describe, expect, test } from 'vitest'
import { createCatalogues } from './catalogues.ts'

const createWith = (responses: Record<string, () => Response | Error>) => {
  const requested: string[] = []
  const catalogues = createCatalogues({
    fetch: async (url) => {
      requested.push(url)
      const response = responses[url]?.() ?? new Response('', { status: 404 })
      if (response instanceof Error) throw response
      return response
    },
    isOnline: () => false,
    // A thousand times faster than the real wait.
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 1000)),
  })
  return { catalogues, requested }
}

const hello = (text: string) => () => new Response(JSON.stringify({ 'site.title': [text, ['name']] }))

describe('createCatalogues', () => {
  test('gives each locale its own messages', async () => {
    const { catalogues } = createWith({
      '/assets/locales/pt-BR/messages-development.json': hello('Olá '),
      '/assets/locales/en-GB/messages-development.json': hello('Hello '),
    })
    const [portuguese, english] = await Promise.all([catalogues.i18n('pt-BR'), catalogues.i18n('en-GB')])
    expect(portuguese._('site.title', { name: 'Ana' })).toBe('Olá Ana')
    expect(english._('site.title', { name: 'Ana' })).toBe('Hello Ana')
    expect(english.locale).toBe('en-GB')
  })

  test('fetches a catalogue once, however often it is needed', async () => {
    const { catalogues, requested } = createWith({
      '/assets/locales/pt-BR/messages-development.json': hello('Olá'),
    })
    const both = await Promise.all([catalogues.i18n('pt-BR'), catalogues.i18n('pt-BR')])
    expect(both[0]).toBe(both[1])
    expect(requested).toHaveLength(1)
  })

  test('fetches again after a failure, and says why it failed', async () => {
    let online = false
    const { catalogues } = createWith({
      '/assets/locales/es-MX/messages-development.json': () =>
        online ? hello('Hola')() : new TypeError('Failed to fetch'),
    })
    await expect(catalogues.i18n('es-MX')).rejects.toMatchObject({ locale: 'es-MX', reason: 'offline' })
    online = true
    expect((await catalogues.i18n('es-MX'))._('site.title', { name: '' })).toBe('Hola')
  })

  test('refuses what is not a catalogue', async () => {
    const { catalogues } = createWith({
      '/assets/locales/pt-BR/messages-development.json': () => new Response('{"site.title":"not compiled"}'),
      '/assets/locales/pt-BR/courses-development.json': () => new Response('{"training":{"title":1}}'),
    })
    await expect(catalogues.i18n('pt-BR')).rejects.toMatchObject({ reason: 'failed' })
    await expect(catalogues.courses('pt-BR')).rejects.toMatchObject({ reason: 'failed' })
  })
})
