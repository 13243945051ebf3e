import * as v from 'valibot'
import { pageIds, type PageId } from '../config/pages.ts'

export const pageTexts = v.object({
  title: v.string(),
  sections: v.array(
    v.object({ id: v.optional(v.string()), heading: v.string(), paragraphs: v.array(v.string()) }),
  ),
})
export type PageTexts = v.InferOutput<typeof pageTexts>

/** `pages.json`: what the information pages of a locale say. */
export const pageCatalogue = v.strictObject(v.entriesFromList(pageIds, pageTexts))

/** Whether a slug names an information page. */
export const isPageId = (slug: string): slug is PageId => pageIds.some((id) => id === slug)
