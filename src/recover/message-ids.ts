/** The messages of the recovery page. They are built into the page, because it fetches nothing. */
export const recoverMessageIds = [
  'site.title',
  'recover.title',
  'recover.intro',
  'recover.removes',
  'recover.keeps',
  'recover.start',
  'recover.working',
  'recover.done',
  'recover.open',
  'recover.offline',
  'recover.failed',
] as const

export type RecoverMessageId = (typeof recoverMessageIds)[number]
