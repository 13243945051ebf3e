import { useTranslate } from '../../i18n/use-translate.ts'
import type { Install } from '../../platform/install/install.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useStore } from '../../lib/use-store.ts'

/** Whether the app is installed, and `request`, which asks the browser to install it and reports success. */
export const useInstall = (install: Install) => {
  const t = useTranslate()
  const snapshot = useStore(install, install.snapshot)
  const request = async () => {
    if (await install.ask()) notify.success(t('install.done'))
  }
  return { ...snapshot, request: () => void request() }
}
