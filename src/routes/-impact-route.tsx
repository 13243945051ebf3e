import { useQuery } from '@tanstack/react-query'
import type { Services } from '../app/services.ts'
import { ImpactCard } from '../features/courses/impact-card.tsx'
import { impactQuery, newestImpact, type Impact } from '../features/courses/impact-query.ts'

/** Whom a coach reaches, asked once what was told before is known, or cannot be. */
export const ImpactRoute = ({
  services: { api, outbox, track },
  customer,
  entries,
}: {
  services: Services
  customer: string
  /** What this device still holds. */
  entries: Parameters<typeof newestImpact>[0]
}) => {
  const delivered = useQuery(impactQuery(api, customer))
  if (delivered.isPending) return null
  const save = async (impact: Impact) => {
    const kept = await outbox.add('impact.saved.v1', impact)
    if (!kept.ok) return kept.error
    await track('impact_saved', {})
    return undefined
  }
  return <ImpactCard told={newestImpact(entries, delivered.data)} save={save} />
}
