import type { Messages } from '@lingui/core'
import type { LocaleCode } from '../config/locales.ts'
import type { PrerenderedPage } from '../config/pages.ts'
import type { SocialLinks } from '../config/social-links.ts'

/** What the build passes to the renderer for one page. */
export type PageToRender = {
  locale: LocaleCode
  page: PrerenderedPage
  /** The compiled messages of the locale, by id. */
  messages: Messages
  /** The parsed `pages.json` and `courses.json` of the locale, which the renderer validates. */
  pages: unknown
  courses: unknown
  /** The parsed texts of the module of which the home page shows parts. */
  lesson: unknown
  /** For the copyright line. */
  year: number
  /** Links to the programme's profiles on social networks. */
  social: SocialLinks
}

/** `html` goes into the root element of the app, the other fields into the head. */
export type RenderedPage = { title: string; description: string; html: string }

export type RenderPage = (page: PageToRender) => RenderedPage
