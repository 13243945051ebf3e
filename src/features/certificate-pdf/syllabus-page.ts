import type { PDFPage } from '@cantoo/pdf-lib'
import { findCourse } from '../../config/courses.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { Translate } from '../../i18n/translate.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import { drawFrame, margin, mutedColor, pitchColor, textColor, white } from './pdf-drawing.ts'
import type { TextStyle } from './pdf-text.ts'

export type PdfDeps = {
  /** Translates to the language of the certificate. */
  t: Translate
  /** The texts of the courses, in the language of the certificate. */
  courses: CourseCatalogue
  /** The origin of the site, such as `https://example.org`. */
  origin: string
}

/** One page of a PDF, and what is written on it. */
export type PageDeps = PdfDeps & {
  page: PDFPage
  /** Writes on `page`. Resolves to the baseline of the last line. */
  write: (text: string, style: TextStyle) => Promise<number>
  document: CertificateDocument
}

/** In points: the distance from one module of the syllabus to the next. */
const moduleHeight = 54
/** In points: the radius of the circle with the number of a module. */
const circleRadius = 13

/** Writes the second page: what the course covers, so that a reader knows what the certificate stands for. */
export const writeSyllabus = async ({ page, write, document, t, courses }: PageDeps): Promise<void> => {
  const { width, height } = page.getSize()
  const texts = courses[document.course_id]
  const column = { x: 3 * margin + 20, maxWidth: width - 6 * margin - 20, align: 'left' } as const
  drawFrame(page)
  await write(t('certificate.syllabus'), {
    ...column,
    x: 2 * margin,
    y: height - 88,
    size: 24,
    color: textColor,
  })
  await write(document.title, { ...column, x: 2 * margin, y: height - 108, size: 12, color: pitchColor })
  let y = height - 148
  for (const [index, { id }] of (findCourse(document.course_id)?.modules ?? []).entries()) {
    const { title = '', summary = '' } = texts?.modules[id] ?? {}
    const circleX = 2 * margin + circleRadius
    page.drawCircle({ x: circleX, y: y - 5, size: circleRadius, color: pitchColor })
    const numberStyle = { x: circleX, y: y - 10, size: 14, maxWidth: 24, color: white }
    await write(String(index + 1), numberStyle)
    await write(title, { ...column, y, size: 14, color: textColor })
    await write(summary, {
      ...column,
      y: y - 16,
      size: 10.5,
      maxLines: 2,
      // All summaries have the same size.
      legibleShare: 1,
      color: mutedColor,
    })
    y -= moduleHeight
  }
  await write(`${toPrintedName(document.name)} · ${t('certificate.number', { number: document.number })}`, {
    ...column,
    x: 2 * margin,
    y: margin + 24,
    size: 10,
    color: mutedColor,
  })
}
