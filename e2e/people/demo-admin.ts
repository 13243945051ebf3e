import type { Coach } from './coach.ts'

/** The admin that the stand-ins have in a locale; `name` is the country as in their address. */
export const demoAdmin = (locale: string, name: string): Coach => ({
  locale,
  email: `admin.${name}@example.com`,
  password: 'Barriers-2026!',
})
