import { useNavigate, useRouteContext } from '@tanstack/react-router'
import type { OutboxScreenDeps } from '../../../features/outbox/entry-items.tsx'
import { OutboxScreen } from '../../../features/outbox/outbox-screen.tsx'
import { RescueForm } from '../../../features/rescue/rescue-form.tsx'
import { getAnswersToEdit } from '../../../features/surveys/answers-to-edit.ts'
import { createSurveyDraft } from '../../../features/surveys/survey-draft.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOffline } from '../../-use-offline.ts'
import type { loadOutbox } from './load-outbox.ts'

/**
 * The outbox of a coach: the entries (changes) that this device has not sent to the server yet. It is on its
 * own page, or in a sheet over another page.
 */
export const Outbox = ({
  customer,
  catalogue,
  device,
}: Awaited<ReturnType<typeof loadOutbox>> & { customer: string }) => {
  const { services } = useRouteContext({ from: '__root__' })
  const { locale } = useRouteContext({ from: '/$locale' })
  const { outbox, checkReceipt, isStored, saveRescueFile, sendsWhenClosed, track } = services.outbox
  const t = useTranslate()
  const navigate = useNavigate()

  /**
   * Returns a function that opens the survey's form with the answers of the entry, or undefined for entries
   * without answers. A draft that the coach has started in that form takes precedence.
   */
  const getEditHandler: OutboxScreenDeps['getEditHandler'] = (entry) => {
    const survey = getAnswersToEdit(entry)
    if (!survey) return undefined
    const { course, module, values } = survey
    const openForm = async () => {
      const draft = createSurveyDraft(services.device, entry.customer, module.id)
      // `base` is what the draft changes: here, the answers of the entry themselves.
      if (!(await draft.read())) await draft.write({ values, base: values })
      const params = { locale: locale.code, slug: t(course.slug), module: module.id }
      await navigate({ to: '/$locale/$slug/$module', params, search: { step: 'check' } })
    }
    return () => void openForm()
  }

  return (
    <OutboxScreen
      outbox={outbox.forCustomer(customer)}
      uploads={services.uploads.client.forCustomer(customer)}
      catalogue={catalogue}
      getEditHandler={getEditHandler}
      checkReceipt={checkReceipt}
      isStored={isStored}
      sendsWhenClosed={sendsWhenClosed}
      offline={useOffline(services)}
      device={device}
      onManualSync={({ sent, toSend }) => void track('outbox_asked', { sent, left: toSend })}
      rescueForm={<RescueForm save={(passphrase) => saveRescueFile(customer, passphrase)} />}
    />
  )
}
