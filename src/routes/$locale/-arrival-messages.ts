import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shareLimit } from '../../config/share-target.ts'
import { addMessages } from '../../features/files/choose/add-messages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { notify } from '../../ui/feedback/notify.ts'

const failures = {
  full: 'files.refusal.sharing',
  'left-out': 'files.refusal.shared',
  'held-up': 'error.otherWindow',
  lost: 'files.refusal.shareLost',
} as const

/** Adds files from outside the app to the queue, and reports the outcome on any page. */
export const useArrivalMessages = (): void => {
  const { services } = useRouteContext({ from: '__root__' })
  const t = useTranslate()
  const { arrivals } = services.uploads
  useEffect(
    () =>
      arrivals.follow((arrival) => {
        if (arrival.kind === 'failed')
          return notify.error(t(failures[arrival.because], { count: shareLimit }))
        if (arrival.kind === 'waiting')
          return notify.blank(t('files.arrivedWaiting', { count: arrival.count }))
        const { files, outcomes } = arrival
        const count = outcomes.filter((outcome) => outcome.ok && !outcome.value.known).length
        if (count > 0) notify.success(t('files.arrived', { count }))
        for (const message of addMessages({ files, unreadable: [], isCut: false }, outcomes, t))
          notify.error(message)
        return undefined
      }),
    [arrivals, t],
  )
}
