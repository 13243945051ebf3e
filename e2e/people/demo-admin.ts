import type { Coach } from './coach.ts'

/** The admin of a locale at the stand-ins. `name` is the country in the admin's address. */
export const demoAdmin = (locale: string, name: string): Coach => ({
  locale,
  email: `admin.${name}@example.com`,
  password: 'Barriers-2026!',
})
