import type { Messages } from '@lingui/core'
import type { LocaleCode } from '../config/locales.ts'
import type { PrerenderedPage } from '../config/pages.ts'
import type { SocialLinks } from '../config/social-links.ts'

/** What the build renders, and from what. */
export type PageToRender = {
  locale: LocaleCode
  page: PrerenderedPage
  /** Compiled, by id. */
  messages: Messages
  /** `pages.json` */
  pages: unknown
  /** For the copyright line. */
  year: number
  /** The programme's pages at the social networks. */
  social: SocialLinks
}

/** `html` belongs into the root of the app, the others into the head. */
export type RenderedPage = { title: string; description: string; html: string }

export type RenderPage = (given: PageToRender) => RenderedPage
