import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { courses } from '../../config/courses.ts'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { MissingGlyphError } from './line-image.ts'
import { createCertificatePdf } from './certificate-pdf.ts'

const createDocument = (name: string, locale: LocaleCode = 'pt-BR'): CertificateDocument => ({
  number: '2222-2222-2222',
  name,
  course_id: 'football',
  title: 'Futebol para todo mundo',
  locale,
  hours: 2,
  issued_at: '2026-03-04T05:06:07.000Z',
  key_id: '2026-03',
  signature: 'A'.repeat(86),
})

/** A certificate as a PDF reader parses it: its size, its typefaces, and its number of pictures. */
const read = async (document: CertificateDocument, courses: CourseCatalogue = {}) => {
  const deps = { t: translateIn(document.locale), courses, origin: 'https://example.org' }
  const bytes = await createCertificatePdf(document, deps)
  const pdf = await PDFDocument.load(bytes)
  const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object)
  const fonts = objects.flatMap((object) => {
    const font = object instanceof PDFDict ? object.get(PDFName.of('BaseFont')) : undefined
    return font ? [String(font)] : []
  })
  const pictures = objects.filter(
    (object) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'),
  )
  const written = objects.flatMap((object) =>
    object instanceof PDFRawStream && object.dict.get(PDFName.of('Type')) === undefined
      ? [new TextDecoder().decode(decodePDFRawStream(object).decode())]
      : [],
  )
  const content = written.join('\n')
  const texts = [...content.matchAll(/BT\n(.*?)ET/gs)].map(([, text = '']) => ({
    size: Number(/ ([-\d.]+) Tf$/m.exec(text)?.[1]),
    positions: [...text.matchAll(/ ([-\d.]+) ([-\d.]+) Tm$/gm)].map(([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    })),
  }))
  const heights = [...content.matchAll(/ ([-\d.]+) Tm$/gm)]
  return {
    texts,
    heights: heights.map(([, height]) => Number(height)),
    // The first glyph of every typeface stands for the characters that it does not have.
    boxes: [...content.matchAll(/<0000> Tj/g)].length,
    size: pdf.getPage(0).getSize(),
    pages: pdf.getPageCount(),
    fonts,
    pictures: pictures.length,
    bytes,
  }
}

test.each(localeCodes)(
  'renders a certificate of %s in the local paper size, on one page without texts of its course',
  async (locale) => {
    const { size, pages } = await read(createDocument('Marta da Silva', locale))
    expect(pages).toBe(1)
    const isLetter = ['en-US', 'es-US', 'es-MX'].includes(locale)
    expect([Math.round(size.width), Math.round(size.height)]).toEqual(isLetter ? [792, 612] : [842, 595])
  },
)

test('lists the modules of the course on a second page, in typefaces, inside its frame', async () => {
  const { modules } = courses.find(({ id }) => id === 'football') ?? { modules: [] }
  const summary =
    'Como receber, escolher e apoiar quem chega, com um jogo que todo mundo pode jogar. '.repeat(2)
  const texts = modules.map(({ id }) => [id, { title: `O jogo de ${id}`, summary, survey: {} }] as const)
  const syllabus = { football: { title: 'Futebol', summary: '', modules: Object.fromEntries(texts) } }
  const document = createDocument('Marta da Silva', 'es-MX')
  const alone = await read(document)
  const both = await read(document, syllabus)
  expect(both.pages).toBe(2)
  expect(both.pictures).toBe(0)
  // A number, a title and a summary of two lines for each module, between two lines above and one below.
  const added = both.texts.slice(alone.texts.length)
  expect(added).toHaveLength(3 + modules.length * 4)
  expect(added.filter(({ size }) => size === 10.5)).toHaveLength(modules.length * 2)
  for (const { positions } of added) {
    for (const { x, y } of positions) expect(x > 50 && x < 742 && y > 40 && y < 572).toBe(true)
  }
})

test.each([
  ['João Muñoz Müller Żak’s', ['NotoSans-Bold']],
  ['محمد علي', ['NotoNaskhArabic-Bold']],
  ['山田 美咲', ['NotoSansJP-Bold']],
  ['Ольга Παπαδοπούλου', ['NotoSans-Bold']],
])('embeds the typefaces that %s is written in', async (name, typefaces) => {
  const { fonts, pictures, bytes } = await read(createDocument(name))
  for (const typeface of typefaces) expect(fonts.some((font) => font.includes(typeface))).toBe(true)
  expect(pictures).toBe(0)
  // Only the used glyphs are embedded.
  expect(bytes.length).toBeLessThan(200_000)
})

test.each([
  ['สมชาย', 'a Thai letter'],
  ['Ana\u2012Maria', 'a dash as wide as a digit'],
  ['Ana\u2015Maria', 'a long dash'],
  ['Ana\u2027Maria', 'a point between syllables'],
  ['Ϯana', 'a Coptic letter among the Greek ones'],
  ['محمد\u0897', 'an Arabic mark of a newer Unicode version'],
])('lets the device draw %s, or refuses it where no font has it: no typeface has %s', async (name) => {
  const outcome = await read(createDocument(name)).catch((error: unknown) => error)
  // Which fonts there are depends on the device that runs the test.
  if (outcome instanceof MissingGlyphError) return
  expect(outcome).toMatchObject({ boxes: 0, pictures: expect.toSatisfy((count: number) => count > 0) })
})

test.each([
  ['Ana\u2010Maria', 'a hyphen'],
  ['Ana\u2011Maria', 'a hyphen that does not break'],
  ['علی\u200Cرضا', 'a joiner that the Arabic typeface has'],
])('writes %s with typefaces: %s', async (name) => {
  const { pictures, boxes } = await read(createDocument(name))
  expect(boxes).toBe(0)
  expect(pictures).toBe(0)
})

/** How far above the line parts of a name are, in points; its letters have 40. */
const offTheLine = async (name: string) => {
  const line = 595.28 - 222
  const { heights, pictures } = await read(createDocument(name))
  expect(pictures).toBe(0)
  return heights
    .filter((height) => height > line - 30 && height < line + 30 && Math.abs(height - line) > 0.01)
    .map((height) => Number((height - line).toFixed(2)))
}

test.each([
  ['the dots of the last letter, far below', 'علي', [-9.8]],
  ['three letters with dots', 'بيت', [-15.88, -1.08, -1.52]],
  ['a vowel above the mark that doubles its letter', 'م\u064E\u0651', [-1.8, -7.2]],
  ['an accent above a letter that has a dot below', 'Ọ\u0300', [6.72]],
  ['a name that needs none', 'Ana Conceição', []],
])('%s: is placed as the typeface requires', async (_what, name, heights) => {
  expect(await offTheLine(name)).toEqual(heights)
})

test('draws a letter and its accent in one typeface, or both by the device', async () => {
  const { pictures } = await read(createDocument('Ag\u0303uara'))
  expect(pictures).toBeGreaterThan(0)
})

/** The size and the baseline of each line, from the top of the page, and its left end. */
const readLines = async (document: CertificateDocument) =>
  (await read(document)).texts
    .map(({ size, positions }) => ({
      size,
      y: positions[0]?.y ?? Number.NaN,
      left: Math.min(...positions.map(({ x }) => x)),
    }))
    .sort((a, b) => b.y - a.y)

const longest = 'W'.repeat(100)

test.each<[string, LocaleCode, string, string]>([
  ['a name of one word', 'pt-BR', longest, 'Futebol'],
  ['on the narrower paper too', 'es-MX', longest, 'Futebol'],
  ['with a long title', 'en-US', longest, 'Football for everybody, everywhere '.repeat(5).trim()],
  ['in Japanese', 'es-US', '美'.repeat(100), 'Futebol'],
  ['in many words', 'pt-BR', 'Maria Aparecida '.repeat(6).trim(), 'Futebol'],
])('breaks a long name into legible lines that overlap nothing: %s', async (_what, locale, name, title) => {
  const lines = await readLines({ ...createDocument(name, locale), title })
  const { length } = await readLines({ ...createDocument('Ana', locale), title: 'Futebol' })
  expect(lines.length).toBeGreaterThan(length)
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1]
    expect(line.left).toBeGreaterThan(50)
    expect(line.size).toBeGreaterThanOrEqual(11)
    expect(above === undefined || above.y === line.y || above.y - line.y >= line.size * 1.15).toBe(true)
  }
  // Above it are the name of the programme, the series, and what is certified.
  expect(lines[3]?.size).toBeGreaterThan(18)
})
