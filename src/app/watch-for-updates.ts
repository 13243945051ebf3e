import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'
import type { Browser } from '../platform/create-browser.ts'
import { consoleLog } from '../platform/log.ts'
import type { OpenForms } from '../platform/open-forms.ts'
import { noUpdate, type AppUpdate } from '../platform/service-worker/app-update.ts'
import { registerServiceWorker } from '../platform/service-worker/register-service-worker.ts'
import type { TryUntilDone } from '../platform/try-until-done.ts'

/**
 * Whether the page can be reloaded without loss: all of the coach's work is saved, and none is being sent.
 */
export const isOutboxSafe = ({
  storage,
  isSending,
  entries,
}: Pick<OutboxSnapshot, 'storage' | 'isSending' | 'entries'>): boolean => {
  // If storage has failed, the displayed entries may be the only copy.
  const isSaved = storage === 'ready' || (storage === 'failed' && entries.length === 0)
  return isSaved && !isSending
}

/**
 * Registers the service worker. A new version is activated only on a tap, while no form is open and the
 * outbox is safe. `platform/service-worker/app-update.ts` has the stages of an update, and
 * `features/shell/update-banner.tsx` announces it.
 */
export const watchForUpdates = (
  { serviceWorker }: Pick<Browser, 'serviceWorker'>,
  { outbox, openForms }: { outbox: Pick<Outbox, 'snapshot' | 'subscribe'>; openForms: OpenForms },
  tryUntilDone: TryUntilDone,
): AppUpdate => {
  // The development server has no service worker, so it serves every module in its current version.
  if (import.meta.env.DEV || !serviceWorker) return noUpdate
  return registerServiceWorker(serviceWorker, {
    reload: () => location.reload(),
    hasInteracted: () => 'userActivation' in navigator && navigator.userActivation.hasBeenActive,
    // What a reload would interrupt now: an open form, or work that is not saved yet.
    block: {
      current: () => {
        if (openForms.get()) return 'form'
        return isOutboxSafe(outbox.snapshot()) ? undefined : 'saving'
      },
      subscribe: (listener) => {
        const unsubscribes = [openForms.subscribe(listener), outbox.subscribe(listener)]
        return () => {
          for (const unsubscribe of unsubscribes) unsubscribe()
        }
      },
    },
    log: consoleLog,
    tryUntilDone,
  })
}
