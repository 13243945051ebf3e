import type { LocaleCode } from '../config/locales.ts'
import type { ScrollMilestone } from './scroll-milestones.ts'

/** Every analytics event with what it carries. Paths carry no query: it can hold an e-mail address. */
export type AnalyticsEvents = {
  page_view: { path: string; locale: LocaleCode }
  scroll: { path: string; percent: ScrollMilestone }
  link_click: { path: string; target: string; outbound: boolean }
  survey_answered: { module: string }
  sign_out: Record<string, never>
}

export type AnalyticsEventName = keyof AnalyticsEvents
