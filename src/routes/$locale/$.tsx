import { createFileRoute } from '@tanstack/react-router'
import { NotFoundRoute } from '../-not-found.tsx'

/** URLs with more segments than any page has: shows "not found" in the language of their locale. */
export const Route = createFileRoute('/$locale/$')({ component: NotFoundRoute })
