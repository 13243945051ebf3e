import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { localeCodes } from '../src/config/locales.ts'
import { createWebManifest } from './manifests.ts'

const all = localeCodes.map(createWebManifest)

test('identifies the same app in every locale', () => {
  expect(new Set(all.map(({ id, scope }) => JSON.stringify([id, scope])))).toEqual(new Set(['["/","/"]']))
})

test.each([
  ['pt-BR', 'Quebrando Barreiras', ['cursos', 'outbox', 'files']],
  ['en-GB', 'Breaking Barriers', ['my-courses', 'outbox', 'files']],
] as const)('%s has its own texts and addresses', (locale, name, pages) => {
  const manifest = createWebManifest(locale)
  expect([manifest.lang, manifest.dir, manifest.name]).toEqual([locale, 'ltr', name])
  expect(manifest.shortcuts?.map(({ url }) => url)).toEqual(
    pages.map((page) => `/${locale}/login?returnTo=/${locale}/${page}`),
  )
  expect(manifest.start_url).toBe(`/?installed=${locale}`)
})

test('every locale has every text in its own language', () => {
  for (const { short_name, description, shortcuts = [], screenshots = [] } of all) {
    expect(short_name?.length).toBeLessThanOrEqual(12)
    const texts = [
      description,
      ...shortcuts.map(({ name }) => name),
      ...screenshots.map(({ label }) => label),
    ]
    expect(texts.every((text) => text !== undefined && text !== '')).toBe(true)
    expect(shortcuts).toHaveLength(3)
  }
  const descriptions = (language: string) =>
    new Set(all.filter(({ lang }) => lang?.startsWith(language)).map(({ description }) => description))
  expect([...descriptions('pt')].some((text) => descriptions('es').has(text))).toBe(false)
})

/** Width and height of a WebP (VP8X) or PNG file, read from its header. */
const measureSize = (path: string): string => {
  const bytes = readFileSync(path)
  const [width, height] = path.endsWith('.png')
    ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    : [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  return `${width}x${height}`
}

test('every picture exists in its stated size', () => {
  const pictures = all.flatMap(({ icons = [], screenshots = [], shortcuts = [] }) =>
    [icons, screenshots, shortcuts.flatMap((shortcut) => shortcut.icons ?? [])].flat(),
  )
  const wrong = pictures.filter(
    ({ src, sizes }) => !existsSync(`public${src}`) || measureSize(`public${src}`) !== sizes,
  )
  expect(wrong.map(({ src }) => src)).toEqual([])
})

test('lists what an installation dialog shows: narrow and wide screens, and icons with and without a mask, and in one colour', () => {
  const { screenshots = [], icons = [] } = createWebManifest('pt-BR')
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
    ['512x512', 'monochrome'],
  ])
})
