import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { sampleModule } from '../../config/courses.ts'
import { CertificateSheet } from '../../features/certificates/certificate-sheet.tsx'
import { HomeScreen } from '../../features/home/home-screen.tsx'
import { DrillDiagram } from '../../features/lesson/drill-diagram.tsx'
import { redirectWhenSignedIn } from '../-guards.ts'
import { returnToSearch } from './-return-to.ts'

export const Route = createFileRoute('/$locale/')({
  validateSearch: v.object(returnToSearch),
  beforeLoad: ({ context, search: { returnTo } }) => {
    // A visitor can read this page even if the browser blocks the storage that signing in needs.
    if (!context.services.device.storage.isBlocked) redirectWhenSignedIn(context, returnTo)
  },
  loader: async ({ context: { services, locale } }) => {
    const { catalogues } = services.offline
    try {
      const [courses, lesson] = await Promise.all([
        catalogues.courses(locale.code),
        catalogues.module(locale.code, sampleModule),
      ])
      return { courses, lesson }
    } catch {
      // For example, offline at the first visit. The page is shown anyway, without samples, because it links
      // to the sign-in.
      return undefined
    }
  },
  component: HomeRoute,
})

function HomeRoute() {
  const content = Route.useLoaderData()
  const { returnTo } = Route.useSearch()
  return (
    <HomeScreen returnTo={returnTo} content={content} Drill={DrillDiagram} Certificate={CertificateSheet} />
  )
}
