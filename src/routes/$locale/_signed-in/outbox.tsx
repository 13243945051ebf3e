import { createFileRoute } from '@tanstack/react-router'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { loadOutbox } from '../-outbox/load-outbox.ts'
import { Outbox } from '../-outbox/outbox-content.tsx'

export const Route = createFileRoute('/$locale/_signed-in/outbox')({
  loader: ({ context: { services, locale } }) => loadOutbox(services, locale.code),
  component: OutboxRoute,
})

function OutboxRoute() {
  const { user } = Route.useRouteContext()
  const t = useTranslate()
  return (
    <Page title={t('outbox.title')} isCompact>
      <Outbox key={user.userID} {...Route.useLoaderData()} customer={user.userID} />
    </Page>
  )
}
