import * as v from 'valibot'
import { pageIds, type PageId } from '../config/pages.ts'

export const pageTexts = v.object({
  title: v.string(),
  sections: v.array(
    v.object({ id: v.optional(v.string()), heading: v.string(), paragraphs: v.array(v.string()) }),
  ),
})
export type PageTexts = v.InferOutput<typeof pageTexts>

/** `pages.json`: the texts of a locale's information pages. */
export const pageCatalogue = v.strictObject(v.entriesFromList(pageIds, pageTexts))

export const isPageId = (slug: string): slug is PageId => pageIds.some((id) => id === slug)
