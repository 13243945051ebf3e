/** The messages whose texts stand in addresses: every locale has its own words there. */
export const slugIds = [
  'coursesHomeSlug',
  'courseSlug',
  'footballCourseSlug',
  'courseSeriesSlug',
  'profileSlug',
] as const

export type SlugId = (typeof slugIds)[number]
