import { createFileRoute } from '@tanstack/react-router'
import type { OutboxScreenDeps } from '../../../features/outbox/entry-items.tsx'
import { OutboxScreen } from '../../../features/outbox/outbox-screen.tsx'
import { RescueForm } from '../../../features/rescue/rescue-form.tsx'
import { answersToEdit } from '../../../features/surveys/answers-to-edit.ts'
import { createSurveyDraft } from '../../../features/surveys/survey-draft.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOffline } from '../../-use-offline.ts'

export const Route = createFileRoute('/$locale/_signed-in/outbox')({
  loader: async ({ context: { services, locale } }) => ({
    // Without the course catalogue the entries are shown without their subject.
    catalogue: await services.offline.catalogues.courses(locale.code).catch(() => ({})),
    device: await services.device.id(),
  }),
  component: OutboxRoute,
})

function OutboxRoute() {
  const { services, user } = Route.useRouteContext()
  const { outbox, checkReceipt, isStored, saveRescueFile, sendsWhenClosed, track } = services.outbox
  const { catalogue, device } = Route.useLoaderData()
  const customerOutbox = outbox.of(user.userID)
  const t = useTranslate()
  const navigate = Route.useNavigate()

  /**
   * Returns a function that opens the survey's form with the answers of the entry; undefined for entries
   * without answers. A draft that the coach has begun in that form takes precedence.
   */
  const findEdit: OutboxScreenDeps['findEdit'] = (entry) => {
    const survey = answersToEdit(entry)
    if (!survey) return undefined
    const { course, module, values } = survey
    const openForm = async () => {
      const draft = createSurveyDraft(services.device, entry.customer, module.id)
      if (!(await draft.read())) await draft.write({ values, base: values })
      const params = { slug: t(course.slug), module: module.id }
      await navigate({ to: '/$locale/$slug/$module', params, search: { step: 'check' } })
    }
    return () => void openForm()
  }

  return (
    <OutboxScreen
      key={user.userID}
      outbox={customerOutbox}
      uploads={services.uploads.client.of(user.userID)}
      catalogue={catalogue}
      findEdit={findEdit}
      checkReceipt={checkReceipt}
      isStored={isStored}
      sendsWhenClosed={sendsWhenClosed}
      offline={useOffline(services)}
      device={device}
      onManualSync={({ sent, toSend }) => void track('outbox_asked', { sent, left: toSend })}
      rescue={<RescueForm save={(passphrase) => saveRescueFile(user.userID, passphrase)} />}
    />
  )
}
