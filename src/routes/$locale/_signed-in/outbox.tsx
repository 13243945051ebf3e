import { createFileRoute } from '@tanstack/react-router'
import { OutboxScreen } from '../../../features/sync/outbox-screen.tsx'
import { subjectsOf } from '../../../features/sync/subjects.ts'

export const Route = createFileRoute('/$locale/_signed-in/outbox')({
  loader: async ({ context: { services, locale } }) => ({
    // Without the courses' words the entries go without their subject; they are shown all the same.
    subjects: await services.catalogues.courses(locale.code).then(subjectsOf, () => ({})),
  }),
  component: OutboxRoute,
})

function OutboxRoute() {
  const { outbox } = Route.useRouteContext().services
  const { subjects } = Route.useLoaderData()
  return <OutboxScreen outbox={outbox} subjects={subjects} />
}
