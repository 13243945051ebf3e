import * as v from 'valibot'
import { ignoreInvalid } from '../../lib/ignore-invalid.ts'

/** The pages of the profile. The URL parameter `job` contains these ids, so they never change. */
export const profilePages = [
  'details',
  'security',
  'certificates',
  'impact',
  'learning',
  'news',
  'appearance',
  'help',
  'data',
] as const
export type ProfilePage = (typeof profilePages)[number]

/** The search params of the profile. Without a valid `job`, the profile shows the list of its pages. */
export const profileSearchSchema = v.object({ job: ignoreInvalid(v.picklist(profilePages)) })

/** Finds the page for a link such as `#help`, from the time when the profile was one page with sections. */
export const findPageOfHash = (hash: string): ProfilePage | undefined =>
  profilePages.find((page) => page === hash)
