import { createFileRoute } from '@tanstack/react-router'
import { NotFoundRoute } from '../-not-found.tsx'

/** Addresses that are longer than any page's: "not found", in the texts of their locale. */
export const Route = createFileRoute('/$locale/$')({ component: NotFoundRoute })
