import { createFileRoute, useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { MaintenanceScreen } from '../../features/pages/maintenance-screen.tsx'
import { isDown, leaveMaintenance } from '../-guards.ts'
import { place } from './-place.ts'

/** Shown in place of everything else while the window of a locale lasts: the guard of the locale redirects. */
export const Route = createFileRoute('/$locale/maintenance')({
  validateSearch: v.object({
    /** Where somebody was when they were sent here. */
    place: v.fallback(v.optional(place), undefined),
  }),
  beforeLoad: ({ context, search: { place } }) => leaveMaintenance(context, place),
  component: MaintenanceRoute,
})

function MaintenanceRoute() {
  const context = Route.useRouteContext()
  const router = useRouter()
  const { maintenance } = context.locale
  const until = maintenance && isDown(context) ? new Date(maintenance.until) : undefined
  return (
    <MaintenanceScreen
      until={until}
      isOver={() => !isDown(context)}
      onOver={() => void router.invalidate()}
    />
  )
}
