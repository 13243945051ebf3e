import * as v from 'valibot'
import { pageIds, type PageId } from '../config/pages.ts'

const pageTextsSchema = v.object({
  title: v.string(),
  /** The day of the last change of a legal text (ISO 8601). */
  updated: v.optional(v.pipe(v.string(), v.isoDate())),
  sections: v.array(
    v.object({
      id: v.optional(v.string()),
      heading: v.string(),
      paragraphs: v.array(v.string()),
      points: v.optional(v.array(v.string())),
      /** Links to an email address (`mailto:`) or to a page of this site. */
      links: v.optional(
        v.array(v.object({ to: v.string(), label: v.string(), note: v.optional(v.string()) })),
      ),
    }),
  ),
})
export type PageTexts = v.InferOutput<typeof pageTextsSchema>

/** `pages.json`: the texts of the information pages. */
export const pageCatalogueSchema = v.strictObject(v.entriesFromList(pageIds, pageTextsSchema))

export const isPageId = (slug: string): slug is PageId => pageIds.some((id) => id === slug)
