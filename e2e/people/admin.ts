import type { Coach } from './coach.ts'

/** Returns the admin of a locale at the stand-ins. `name` is the country in the admin's email address. */
export const getDemoAdmin = (locale: string, name: string): Coach => ({
  locale,
  email: `admin.${name}@example.com`,
  password: 'Barriers-2026!',
})
