/** What the page for repairs says. Its words are built into it: it fetches nothing. */
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
