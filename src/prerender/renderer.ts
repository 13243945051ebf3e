import type { Messages } from '@lingui/core'
import type { LocaleCode } from '../config/locales.ts'
import type { PrerenderedPage } from '../config/pages.ts'
import type { SocialLinks } from '../config/social-links.ts'

/** What the build passes to the renderer for one page. */
export type PageToRender = {
  locale: LocaleCode
  page: PrerenderedPage
  /** Compiled, by id. */
  messages: Messages
  /** The content of `pages.json`. */
  pages: unknown
  /** For the copyright line. */
  year: number
  /** The programme's pages at the social networks. */
  social: SocialLinks
}

/** `html` belongs in the root of the app, the other fields in the head. */
export type RenderedPage = { title: string; description: string; html: string }

export type RenderPage = (page: PageToRender) => RenderedPage
