import type { LocaleCode } from '../config/locales.ts'
import type { Theme } from '../config/themes.ts'
import type { CallName } from '../contract/product-api.ts'

type NoFields = Record<string, never>

/** How one event is recorded. */
type EventRow<Fields> = {
  /** Never set, because it only carries the type of the event's fields. */
  fields?: Fields
  /**
   * How the product API learns of the event: a call that the app makes anyway, or, as a number, the event's
   * id at `/api/save-events`. Absent if only the analytics tag receives the event.
   */
  api?: CallName | number
}

const defineEvent = <Fields = NoFields>(row: Pick<EventRow<Fields>, 'api'> = {}): EventRow<Fields> => row

/**
 * All events that the app records, with their fields. The analytics tag, a third-party script, receives every
 * event; in locales with a consent banner, only after consent (`tag-scripts.ts`). The product API needs its
 * events to provide the service, which requires no consent. No field can identify a coach: a path has no
 * query, and a reason is a message id.
 *
 * Ids are never reused. Specification §9 defines 1 (sign-in) and 2 (sign-up). No row has these numbers,
 * because the calls of the sign-in and the sign-up already record them.
 */
export const analyticsEvents = {
  page_view: defineEvent<{ path: string; locale: LocaleCode }>(),
  scroll: defineEvent<{ path: string; percent: 25 | 50 | 75 | 100 }>(),
  link_click: defineEvent<{ path: string; target: string; outbound: boolean }>(),
  locale_changed: defineEvent<{ from: LocaleCode; to: LocaleCode }>(),
  theme_changed: defineEvent<{ theme: Theme | 'device' }>(),

  sign_up: defineEvent<{ locale: LocaleCode }>({ api: 'customers' }),
  sign_up_failed: defineEvent<{ locale: LocaleCode; reason: string }>(),
  code_sent_again: defineEvent<{ locale: LocaleCode }>(),
  email_verified: defineEvent<{ locale: LocaleCode }>(),
  sign_in: defineEvent<{ locale: LocaleCode }>({ api: 'events' }),
  sign_in_failed: defineEvent<{ locale: LocaleCode; reason: string }>(),
  session_ended: defineEvent<{ reason: string }>(),
  /** Signed out of this device. */
  logout: defineEvent({ api: 5 }),
  /** Signed out of every device. */
  sign_out: defineEvent({ api: 6 }),
  password_reset_requested: defineEvent<{ locale: LocaleCode }>(),
  /** A forgotten password was replaced with a code. */
  password_reset: defineEvent<{ locale: LocaleCode }>(),
  password_changed: defineEvent({ api: 4 }),
  account_deleted: defineEvent({ api: 'eraseAccount' }),

  profile_saved: defineEvent<{ part: 'details' | 'learning' | 'news' }>(),
  personal_data_downloaded: defineEvent({ api: 'myData' }),
  impact_saved: defineEvent({ api: 'saveImpact' }),

  module_started: defineEvent<{ module: string }>({ api: 'saveModulesEvents' }),
  module_completed: defineEvent<{ module: string }>({ api: 'saveModulesEvents' }),
  video_started: defineEvent<{ module: string }>({ api: 'saveModulesEvents' }),
  video_completed: defineEvent<{ module: string }>({ api: 'saveModulesEvents' }),
  survey_answered: defineEvent<{ module: string }>({ api: 'saveAnswers' }),
  course_completed: defineEvent<{ course: string }>({ api: 3 }),
  /** Opened in pitch mode. */
  drill_run: defineEvent<{ module: string }>(),
  drill_printed: defineEvent<{ module: string }>(),
  drill_shared: defineEvent<{ module: string }>(),

  certificate_requested: defineEvent<{ course: string }>({ api: 'checkCertificate' }),
  certificate_renamed: defineEvent<{ course: string }>({ api: 'nameCertificate' }),
  certificate_printed: defineEvent<{ course: string }>(),
  certificate_downloaded: defineEvent<{ course: string }>(),
  certificate_shared: defineEvent<{ course: string }>(),
  certificate_verified: defineEvent<{ outcome: string }>(),

  app_installed: defineEvent(),
  install_asked: defineEvent<{ accepted: boolean }>(),
  module_downloaded: defineEvent<{ module: string }>(),
  module_removed: defineEvent<{ module: string }>(),
  course_taken_along: defineEvent<{ course: string }>(),
  storage_freed: defineEvent<{ kind: 'media' | 'words' }>(),
  storage_promised: defineEvent<{ promised: boolean }>(),

  upload_added: defineEvent<{ level: string }>(),
  upload_completed: defineEvent<{ level: string }>(),
  upload_cancelled: defineEvent<{ level: string }>(),
  /** The upload was paused, because it needs the coach. */
  upload_stopped: defineEvent<{ level: string; reason: string }>(),
  file_downloaded: defineEvent(),
  file_copied: defineEvent(),
  file_deleted: defineEvent(),

  outbox_asked: defineEvent<{ sent: number; left: number }>(),
  rescue_file_saved: defineEvent<{ entries: number }>(),
  rescue_file_imported: defineEvent({ api: 'rescueEntry' }),
  customer_erased: defineEvent({ api: 'eraseCustomer' }),
  role_given: defineEvent<{ role: string }>({ api: 'giveRole' }),
} as const

export type AnalyticsEventName = keyof typeof analyticsEvents

/** The fields of every analytics event, by its name. */
export type AnalyticsEvents = {
  [Name in AnalyticsEventName]: NonNullable<(typeof analyticsEvents)[Name]['fields']>
}
