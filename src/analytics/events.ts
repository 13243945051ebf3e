import type { LocaleCode } from '../config/locales.ts'
import type { ScrollMilestone } from './scroll-milestones.ts'

type Nothing = Record<string, never>

/** Every analytics event with what it carries. Paths carry no query: it can hold an email address. */
export type AnalyticsEvents = {
  page_view: { path: string; locale: LocaleCode }
  scroll: { path: string; percent: ScrollMilestone }
  link_click: { path: string; target: string; outbound: boolean }
  sign_up: { locale: LocaleCode }
  email_verified: { locale: LocaleCode }
  sign_in: { locale: LocaleCode }
  /** A forgotten password was replaced by a code. */
  password_reset: { locale: LocaleCode }
  password_changed: Nothing
  /** Signed out of this device. */
  logout: Nothing
  /** Signed out of every device. */
  sign_out: Nothing
  module_started: { module: string }
  video_started: { module: string }
  video_completed: { module: string }
  survey_answered: { module: string }
  module_completed: { module: string }
  course_completed: { course: string }
  certificate_requested: { course: string }
  certificate_printed: { course: string }
  certificate_downloaded: { course: string }
  impact_saved: Nothing
}

export type AnalyticsEventName = keyof AnalyticsEvents

/**
 * The events that the product API receives as `event_id` and `value`, because no other call carries them. 1, a sign-in,
 * and 2, a sign-up, are specification §9's and logged with them; the others are ours. Ids are never reused.
 */
export const eventIds = {
  course_completed: 3,
  password_changed: 4,
  logout: 5,
  sign_out: 6,
} as const satisfies { [Name in AnalyticsEventName]?: number }
