import type { MessageId } from '../../i18n/message-id.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { ProfilePage } from './profile-pages.ts'

/** The titles of the pages, which are also the labels of their rows. */
export const titleByPage = {
  details: 'profile.aboutYou',
  security: 'profile.security',
  certificates: 'certificate.list',
  impact: 'impact.title',
  learning: 'profile.learning.title',
  news: 'profile.news.title',
  appearance: 'theme.title',
  help: 'profile.help',
  data: 'profile.data',
} as const satisfies Record<ProfilePage, MessageId>

/** The rows that link to a page with an address of its own. */
const pagesElsewhere = {
  country: { to: 'change-location', label: 'profile.country' },
  storage: { to: 'storage', label: 'storage.link' },
  install: { to: 'install', label: 'install.title' },
  admin: { to: 'admin', label: 'header.admin' },
  deletion: { to: 'delete-account', label: 'deleteAccount.title' },
} as const satisfies Record<string, { to: string; label: MessageId }>

/** A row that links to a page. */
export type PageRow = ProfilePage | keyof typeof pagesElsewhere
/** A row that acts immediately, or after a question. */
type ActionRow = 'signOut' | 'signOutEverywhere'

type RowGroup = {
  title?: MessageId
  rows: readonly (PageRow | ActionRow)[]
  /** Whether the rows are less visible: they are rare, and must not be chosen by accident. */
  isQuiet?: boolean
}

/** The rows of the profile, which are also the rows of the menu beside its pages. */
export const rowGroups: readonly RowGroup[] = [
  { title: 'profile.account', rows: ['details', 'security', 'country'] },
  { title: 'profile.group.programme', rows: ['certificates', 'impact', 'learning', 'news'] },
  { title: 'profile.group.device', rows: ['appearance', 'storage', 'install'] },
  { rows: ['help', 'admin'] },
  { rows: ['signOut'] },
  { rows: ['data', 'signOutEverywhere', 'deletion'], isQuiet: true },
]

const isProfilePage = (row: PageRow): row is ProfilePage => row in titleByPage

/** Returns the address of the page behind a row, and the row's label. */
export const getRowLink = (row: PageRow, t: Translate) => {
  if (isProfilePage(row)) return { to: t('profileSlug'), search: { job: row }, label: t(titleByPage[row]) }
  const { to, label } = pagesElsewhere[row]
  // The page that the coach returns to, in the chosen locale.
  return { to, search: row === 'country' ? { from: t('profileSlug') } : undefined, label: t(label) }
}

/** Returns the id of the row that links to a page. */
export const toRowId = (row: PageRow): string => `row-${row}`
