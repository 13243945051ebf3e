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

const event = <Fields = NoFields>(row: Pick<EventRow<Fields>, 'api'> = {}): EventRow<Fields> => row

/**
 * All events that the app records, with their fields. The analytics tag, a third-party script, receives every
 * event; in locales with a consent banner, only after consent (`tag-scripts.ts`). The product API needs its
 * events to provide the service, which requires no consent. No field can name a person, because a path has no
 * query and a reason is a message id.
 *
 * Ids are never reused. Specification §9 defines 1 (sign-in) and 2 (sign-up). No row has these numbers,
 * because the calls of the sign-in and the sign-up already record them.
 */
export const analyticsEvents = {
  page_view: event<{ path: string; locale: LocaleCode }>(),
  scroll: event<{ path: string; percent: 25 | 50 | 75 | 100 }>(),
  link_click: event<{ path: string; target: string; outbound: boolean }>(),
  locale_changed: event<{ from: LocaleCode; to: LocaleCode }>(),
  theme_changed: event<{ theme: Theme | 'device' }>(),

  sign_up: event<{ locale: LocaleCode }>({ api: 'customers' }),
  sign_up_failed: event<{ locale: LocaleCode; reason: string }>(),
  code_sent_again: event<{ locale: LocaleCode }>(),
  email_verified: event<{ locale: LocaleCode }>(),
  sign_in: event<{ locale: LocaleCode }>({ api: 'events' }),
  sign_in_failed: event<{ locale: LocaleCode; reason: string }>(),
  session_ended: event<{ reason: string }>(),
  /** Signed out of this device. */
  logout: event({ api: 5 }),
  /** Signed out of every device. */
  sign_out: event({ api: 6 }),
  password_reset_requested: event<{ locale: LocaleCode }>(),
  /** A forgotten password was replaced with a code. */
  password_reset: event<{ locale: LocaleCode }>(),
  password_changed: event({ api: 4 }),
  account_deleted: event({ api: 'eraseAccount' }),

  profile_saved: event<{ part: 'details' | 'learning' | 'news' }>(),
  personal_data_downloaded: event({ api: 'myData' }),
  impact_saved: event({ api: 'saveImpact' }),

  module_started: event<{ module: string }>({ api: 'saveModulesEvents' }),
  module_completed: event<{ module: string }>({ api: 'saveModulesEvents' }),
  video_started: event<{ module: string }>({ api: 'saveModulesEvents' }),
  video_completed: event<{ module: string }>({ api: 'saveModulesEvents' }),
  survey_answered: event<{ module: string }>({ api: 'saveAnswers' }),
  course_completed: event<{ course: string }>({ api: 3 }),
  /** Opened in pitch mode. */
  drill_run: event<{ module: string }>(),
  drill_printed: event<{ module: string }>(),
  drill_shared: event<{ module: string }>(),

  certificate_requested: event<{ course: string }>({ api: 'checkCertificate' }),
  certificate_renamed: event<{ course: string }>({ api: 'nameCertificate' }),
  certificate_printed: event<{ course: string }>(),
  certificate_downloaded: event<{ course: string }>(),
  certificate_shared: event<{ course: string }>(),
  certificate_verified: event<{ outcome: string }>(),

  app_installed: event(),
  install_asked: event<{ accepted: boolean }>(),
  module_downloaded: event<{ module: string }>(),
  module_removed: event<{ module: string }>(),
  course_taken_along: event<{ course: string }>(),
  storage_freed: event<{ kind: 'media' | 'words' }>(),
  storage_promised: event<{ promised: boolean }>(),

  upload_added: event<{ level: string }>(),
  upload_completed: event<{ level: string }>(),
  upload_cancelled: event<{ level: string }>(),
  /** The upload was paused, because it needs the coach. */
  upload_stopped: event<{ level: string; reason: string }>(),
  file_downloaded: event(),
  file_copied: event(),
  file_deleted: event(),

  outbox_asked: event<{ sent: number; left: number }>(),
  rescue_file_saved: event<{ entries: number }>(),
  rescue_file_imported: event({ api: 'rescueEntry' }),
  customer_erased: event({ api: 'eraseCustomer' }),
} as const

export type AnalyticsEventName = keyof typeof analyticsEvents

/** The fields of every analytics event, by its name. */
export type AnalyticsEvents = {
  [Name in AnalyticsEventName]: NonNullable<(typeof analyticsEvents)[Name]['fields']>
}
