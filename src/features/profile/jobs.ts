import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import { ignoreInvalid } from '../../lib/ignore-invalid.ts'

/** The pages of the profile, one for each job of a coach. Addresses contain these ids, so they never change. */
export const profileJobs = [
  'details',
  'certificates',
  'impact',
  'learning',
  'news',
  'appearance',
  'help',
  'data',
] as const
export type ProfileJob = (typeof profileJobs)[number]

/** The search params of the profile. Without a valid job, it shows the list of its pages. */
export const jobSearchSchema = v.object({ job: ignoreInvalid(v.picklist(profileJobs)) })

/** The job of a link from the time when the profile was one page with sections, such as `#help`. */
export const findJobOfHash = (hash: string): ProfileJob | undefined => profileJobs.find((job) => job === hash)

/** The titles of the pages, which are also the labels of their rows. */
export const jobTitles = {
  details: 'profile.aboutYou',
  certificates: 'certificate.list',
  impact: 'impact.title',
  learning: 'profile.learning.title',
  news: 'profile.news.title',
  appearance: 'theme.title',
  help: 'profile.help',
  data: 'profile.data',
} as const satisfies Record<ProfileJob, MessageId>

/** The id of the row that leads to a page. */
export const toRowId = (job: ProfileJob): string => `row-${job}`
