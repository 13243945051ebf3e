import type { ReactNode } from 'react'
import { medalOutline } from '../../ui/pictures/medal-outline.tsx'

const padlock = <path d="M6 11h12v9.5H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 14.5V17" />

/** The outlines of the icons in the rows of the profile and of its security page, in a square of 24 units. */
export const rowIcons = {
  details: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8.5a7.5 7.5 0 0 1 15 0" />,
  security: padlock,
  password: padlock,
  passkey: (
    <path d="M8.5 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-6 8.5a6 6 0 0 1 10-4.5M17 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm0 0v7l1.8-1.8L17 17" />
  ),
  secondFactor: <path d="M7 3h10v18H7zM10 18h4M10 8.5h.01M12 8.5h.01M14 8.5h.01M10 12h4" />,
  signIns: <path d="M3.5 5.5h13v9h-13zM2 18h10.5M15.5 9h6v11h-6zM18 17.5h1" />,
  country: (
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c4.5 5 4.5 12 0 17-4.5-5-4.5-12 0-17z" />
  ),
  certificates: medalOutline,
  impact: (
    <path d="M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6.5 8a6.5 6.5 0 0 1 13 0M16 5a3.3 3.3 0 0 1 0 6.2M17.5 13.8a6.5 6.5 0 0 1 4 5.7" />
  ),
  learning: (
    <path d="M9.5 20.5h5M12 3.5a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3.5z" />
  ),
  news: <path d="M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5" />,
  appearance: (
    <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  ),
  storage: (
    <path d="M5 6.5C5 5 8 4 12 4s7 1 7 2.5S16 9 12 9 5 8 5 6.5zm0 0v11C5 19 8 20 12 20s7-1 7-2.5v-11M5 12c0 1.5 3 2.5 7 2.5s7-1 7-2.5" />
  ),
  install: <path d="M7 3h10v18H7zM12 7v6.5m0 0L9.5 11m2.5 2.5 2.5-2.5M11 18h2" />,
  help: (
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.7a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.6v.3M12 16.6v.2" />
  ),
  data: <path d="M12 3.5v11m0 0-4-4m4 4 4-4M4.5 15.5v5h15v-5" />,
  deletion: <path d="M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l1 14h9l1-14M10.5 10.5v6M13.5 10.5v6" />,
  signOut: <path d="M13 4.5H5v15h8M10 12h10.5m0 0L17 8.5m3.5 3.5L17 15.5" />,
  admin: <path d="m12 3.5 7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15 10" />,
} satisfies Record<string, ReactNode>
